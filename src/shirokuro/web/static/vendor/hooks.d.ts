// What the page uses of Preact's hooks.
export function useState<T>(initial: T | (() => T)): [T, (next: T | ((before: T) => T)) => void];
export function useEffect(work: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useLayoutEffect(work: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useMemo<T>(make: () => T, inputs: readonly unknown[]): T;
export function useRef<T>(initial: T): { current: T };
