// What the page uses of preact and htm, for the type checker.

/** Something to draw. */
export interface VNode {
  type: unknown;
  props: unknown;
  key: unknown;
  /** The drawing that holds this one. */
  __: VNode | null;
  /** The node in the page. */
  __e: Node | null;
  /** What it holds. */
  __k: (VNode | null)[] | null;
}

export type Drawable = VNode | string | number | boolean | null | undefined | Drawable[];

/** A place that holds something over drawings, or the element that was drawn last. */
export interface Ref<T> {
  current: T;
}

export function h(type: unknown, props: object | null, ...children: Drawable[]): VNode;
export function html(strings: TemplateStringsArray, ...values: unknown[]): VNode;
export function render(what: Drawable, into: Element): void;
/** What is called for each drawing that is made before anything is drawn, for each that was drawn or is removed, and after all. */
export const options: {
  vnode?: (made: VNode) => void;
  diffed?: (made: VNode) => void;
  unmount?: (made: VNode) => void;
  __c?: (root: VNode, queue: unknown[]) => void;
};
export const Fragment: (props: { children?: Drawable }) => Drawable;

type Clearing = void | (() => void);

export function useState<T>(first: T | (() => T)): [T, (next: T | ((before: T) => T)) => void];
export function useReducer<S, A>(reduce: (state: S, action: A) => S, first: S): [S, (action: A) => void];
export function useRef<T>(first: T): Ref<T>;
export function useEffect(effect: () => Clearing, after?: readonly unknown[]): void;
export function useLayoutEffect(effect: () => Clearing, after?: readonly unknown[]): void;
export function useMemo<T>(make: () => T, after: readonly unknown[]): T;
export function useCallback<T>(call: T, after: readonly unknown[]): T;
export function useId(): string;
