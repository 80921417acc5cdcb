import type { Bench } from "./pixi/bench.ts";

/** A box in CSS pixels, from its left top corner. */
export interface Size {
  width: number;
  height: number;
}

/** Where a node stands in its parent: CSS pixels, the node's own middle. */
export interface Placement {
  x: number;
  y: number;
  /** 1 when left out; a pair stretches across and down. */
  scale?: number | readonly [number, number];
  /** Clockwise, in radians; 0 when left out. */
  angle?: number;
  /** How far what lies lower stands further right, by how much lower it is; 0 when left out. */
  lean?: number;
  /** 0 (gone, and costs nothing) to 1; 1 when left out. */
  alpha?: number;
  /** Higher is nearer to the eye among the nodes of one group; 0 when left out. */
  depth?: number;
}

/** Something in the tree of a picture. */
export interface Node {
  /** Puts the node in its place. Safe to call twice. */
  place(at: Placement): void;
}

/** Nodes that move as one; later ones lie above earlier ones of the same depth. */
export interface Group extends Node {
  add(...nodes: Node[]): void;
}

/** Paints into a box of the given size whose left top corner is the context's origin. */
export type Paint = (context: CanvasRenderingContext2D, size: Size) => void;

/** A painted area: painted once per size, then only moved. */
export interface Picture extends Node {
  /** Repaints it, at the density of the screen. */
  paint(size: Size, paint: Paint): void;
}

/** How a line of text looks. */
export interface TextLook {
  /** Height of the type in CSS pixels. */
  sizePx: number;
  /** A CSS colour. */
  colour: string;
  weight?: 400 | 600 | 700 | 800;
  /** `plain` when left out. */
  face?: "plain" | "display";
  /** Set into the cloth: its upper edge is in shade and its lower one catches the light. */
  inlay?: boolean;
  /** Between letters, as a share of `sizePx`; 0 when left out. */
  spacing?: number;
  /** Narrowed to fit when it would be wider, in CSS pixels. */
  maxWidthPx?: number;
  /** Which point of the line the node's place is; `middle` when left out. */
  anchor?: "left" | "middle" | "right";
}

/** As much of a look as settles how wide its text is. */
export type TypeLook = Pick<TextLook, "sizePx" | "weight" | "spacing" | "face">;

/** A line of text. */
export interface Label extends Node {
  /** Repaints only when text or look has changed. */
  write(text: string, look: TextLook): void;
}

/**
 * Makes the drawn parts of a scene. The scene knows no renderer: it imports in plain Node, and what
 * it draws looks the same in WebGL and in a 2D canvas.
 */
export interface Kit {
  /** The colour of inlaid lines, `#rrggbb`: the operator's accent, or gold. */
  readonly accent: string;
  group(): Group;
  picture(): Picture;
  /** A picture that adds itself to what is beneath it, as light does. */
  light(): Picture;
  label(): Label;
  /** How wide a line of text would be, in CSS pixels, if nothing narrowed it. */
  widthOf(text: string, look: TypeLook): number;
  /** Makes a part of the renderer's own. */
  part<Made>(make: (bench: Bench) => Made): Made;
}
