// What the page uses of signals.
export interface Signal<T> { value: T; peek(): T; }
export interface ReadonlySignal<T> { readonly value: T; peek(): T; }
export function signal<T>(initial: T): Signal<T>;
export function computed<T>(find: () => T): ReadonlySignal<T>;
export function effect(work: () => void | (() => void)): () => void;
export function batch<T>(work: () => T): T;
