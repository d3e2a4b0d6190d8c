// Steps through a game by a finger that is drawn across the board.

/** Pixels from which a stroke is a swipe, and those by which it may rise or fall. */
const LEAST = 50;
const MOST_ASIDE = 40;
/** Milliseconds that it may take. */
const LONGEST = 700;

/** Where and when the only finger touched the board. @type {{x: number, y: number, at: number} | null} */
let from = null;

/** Listeners for an element: to the left is forwards, as pages turn. @param {(by: 1 | -1) => void} step */
export const swipes = (step) => ({
  onTouchStart: (/** @type {TouchEvent} */ { touches, timeStamp }) => {
    from = touches.length === 1 ? { x: touches[0].clientX, y: touches[0].clientY, at: timeStamp } : null;
  },
  onTouchEnd: (/** @type {TouchEvent} */ { changedTouches: [touch], timeStamp }) => {
    if (!from || timeStamp - from.at > LONGEST) return;
    const [across, aside] = [touch.clientX - from.x, Math.abs(touch.clientY - from.y)];
    from = null;
    if (Math.abs(across) >= LEAST && aside <= MOST_ASIDE) step(across < 0 ? 1 : -1);
  },
});
