// What the page uses of Preact.
export type Node = any;
export function h(type: any, props: any, ...children: any[]): Node;
export function render(node: Node, parent: Element): void;
