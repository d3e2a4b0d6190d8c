// The game viewer, which shows the boards that the page's data hold and knows no rules; hints to scroll.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const COLOURS = { X: "black", O: "white" };
const at = (id) => document.getElementById(id);
const shown = { frames: [], ply: 0 };

// Reading

/** A word is a colour and squares: `XAb` are black discs on the squares of the letters A and b. */
function read(word) {
  return { colour: COLOURS[word[0]], squares: [...word.slice(1)].map((letter) => data.letters.indexOf(letter)) };
}

/** The discs before each move and after the last, with the move that led there. */
function framesOf(game) {
  const discs = new Map();
  const put = ({ colour, squares }) => squares.forEach((square) => discs.set(square, colour));
  game.start.split(" ").map(read).forEach(put);
  const frames = [{ discs: new Map(discs), squares: [] }];
  for (const word of game.plies.split(" ").filter(Boolean)) {
    const ply = read(word);
    put(ply);
    frames.push({ discs: new Map(discs), ...ply });
  }
  return frames;
}

const nameOf = (square) => "abcdefgh"[square % 8] + (Math.floor(square / 8) + 1);
const moveName = (frame) => (frame.squares.length ? nameOf(frame.squares[0]) : "pass");

// Writing

function element(name, attributes = {}, text = "") {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

function circle(square, radius, name) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  const [x, y] = data.centres[currentGame().variant][square];
  made.setAttribute("cx", x);
  made.setAttribute("cy", y);
  made.setAttribute("r", radius);
  made.setAttribute("class", name);
  made.dataset.square = nameOf(square);
  return made;
}

function timeText(seconds) {
  if (seconds == null) return "";
  if (seconds === 0) return "< 0.1 ms";
  return seconds < 1 ? `${(seconds * 1000).toPrecision(2) * 1} ms` : `${seconds.toFixed(1)} s`;
}

function valueText(value) {
  return value == null ? "" : (value > 0 ? "+" : "") + String(value).replace("-", "−");
}

// Showing

function drawDiscs(frame) {
  const layer = at("board").querySelector(".discs");
  const [last, ...turned] = frame.squares;
  const discs = [...frame.discs].map(([square, colour]) =>
    circle(square, data.disc, `disc ${colour}${turned.includes(square) ? " turned" : ""}`));
  layer.replaceChildren(...discs);
  if (last !== undefined) layer.append(circle(last, data.disc / 4, "last-move"));
}

function sentence(game, ply) {
  const frame = shown.frames[ply];
  const end = ply === shown.frames.length - 1 ? ` End: ${game.end}.` : "";
  if (ply === 0) return `The start; ${shown.frames.length - 1} moves follow.${end}`;
  const turned = frame.squares.slice(1).map(nameOf);
  const what = turned.length ? `${moveName(frame)}, which turns ${turned.join(" ")}` : moveName(frame);
  return `Move ${ply}: ${frame.colour} ${what}.${end}`;
}

function show(ply) {
  const game = currentGame();
  shown.ply = Math.max(0, Math.min(ply, shown.frames.length - 1));
  const frame = shown.frames[shown.ply];
  drawDiscs(frame);
  for (const colour of ["black", "white"]) {
    at(colour).querySelector("output").textContent = [...frame.discs.values()].filter((disc) => disc === colour).length;
    at(colour).classList.toggle("to-move", shown.frames[shown.ply + 1]?.colour === colour);
  }
  at("ply").value = shown.ply;
  at("ply").setAttribute("aria-valuetext", `${shown.ply} of ${shown.frames.length - 1}`);
  at("said").textContent = sentence(game, shown.ply);
  at("first").disabled = at("back").disabled = shown.ply === 0;
  at("last").disabled = at("forward").disabled = shown.ply === shown.frames.length - 1;
  markRow();
}

function markRow() {
  at("moves").querySelector("[aria-current]")?.removeAttribute("aria-current");
  const row = at("moves").children[shown.ply - 1];
  const frame = at("moves").closest(".scroll");
  row?.setAttribute("aria-current", "true");
  // Not scrollIntoView, which would move the page as well.
  frame.scrollTop = row ? row.offsetTop - frame.clientHeight / 2 : 0;
}

// Choosing

const currentCell = () => data.cells[at("cell").value];
const currentGame = () => currentCell().games[at("game").value];

function option(value, text) {
  return element("option", { value }, text);
}

function fillCells() {
  const groups = new Map();
  data.cells.forEach((cell, number) => {
    if (!groups.has(cell.study)) groups.set(cell.study, element("optgroup", { label: cell.study }));
    groups.get(cell.study).append(option(number, cell.cell));
  });
  at("cell").replaceChildren(...groups.values());
}

function chooseCell(number) {
  at("cell").value = number;
  const { games, played } = currentCell();
  at("game").replaceChildren(...games.map((game, place) =>
    option(place, `${place + 1}. ${game.black} – ${game.white}: ${game.end}`)));
  at("sample").textContent = `${games.length} of ${played} games`;
  chooseGame(0);
}

function chooseGame(place) {
  at("game").value = place;
  const game = currentGame();
  shown.frames = framesOf(game);
  at("board").replaceChildren(boardOf(game.variant));
  for (const colour of ["black", "white"]) at(colour).querySelector(".name").textContent = game[colour];
  at("ply").max = shown.frames.length - 1;
  at("opening").textContent = game.opening && `Opening: ${game.opening}`;
  at("transcript").value = game.transcript;
  at("copy").textContent = "Copy";
  fillMoves(game);
  show(0);
}

function boardOf(variant) {
  const board = document.querySelector(`template[data-variant="${variant}"]`).content.firstElementChild.cloneNode(true);
  const layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
  layer.setAttribute("class", "discs");
  board.append(layer);
  return board;
}

function fillMoves(game) {
  at("moves").replaceChildren(...shown.frames.slice(1).map((frame, place) => {
    const row = element("tr");
    const texts = [place + 1, frame.colour, moveName(frame), valueText(game.values[place]), timeText(game.seconds[place])];
    row.append(...texts.map((text, column) => element("td", column === 1 || column === 2 ? {} : { class: "number" }, text)));
    row.addEventListener("click", () => show(place + 1));
    return row;
  }));
}

async function copy() {
  at("transcript").select();
  try {
    await navigator.clipboard.writeText(at("transcript").value);
    at("copy").textContent = "Copied";
  } catch {
    at("copy").textContent = "Press Ctrl+C";  // it is selected
  }
}

/** Whether anything of the board is on the screen. */
function isSeen() {
  const { top, bottom } = at("board").getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

function step(event) {
  const steps = { ArrowLeft: -1, ArrowRight: 1 };
  const theirOwn = event.target.closest("input, select, section:not(#games) .scroll");
  if (!(event.key in steps) || theirOwn || event.altKey || event.ctrlKey || event.metaKey || !isSeen()) return;
  event.preventDefault();
  show(shown.ply + steps[event.key]);
}

// Frames that scroll

/** The hint stands above a frame as long as there is more to its right than anybody has seen. */
function hint(frame) {
  const line = frame.previousElementSibling;
  const isCut = frame.scrollWidth > frame.clientWidth + 1 && frame.scrollLeft === 0;
  if (line.hidden === isCut) line.hidden = !isCut;
}

const watcher = new ResizeObserver((seen) => seen.forEach(({ target }) => hint(target)));
document.querySelectorAll(".hint + .scroll").forEach((frame) => {
  watcher.observe(frame);
  frame.addEventListener("scroll", () => hint(frame));
});

if (data.cells.length) {
  fillCells();
  at("cell").addEventListener("change", () => chooseCell(at("cell").value));
  at("game").addEventListener("change", () => chooseGame(at("game").value));
  at("first").addEventListener("click", () => show(0));
  at("back").addEventListener("click", () => show(shown.ply - 1));
  at("forward").addEventListener("click", () => show(shown.ply + 1));
  at("last").addEventListener("click", () => show(shown.frames.length - 1));
  at("ply").addEventListener("input", () => show(Number(at("ply").value)));
  at("copy").addEventListener("click", copy);
  document.addEventListener("keydown", step);
  document.querySelectorAll("[data-cell]").forEach((link) =>
    link.addEventListener("click", () => chooseCell(link.dataset.cell)));
  at("viewer").hidden = false;
  chooseCell(0);
} else {
  at("no-games").hidden = false;
}
