import type { RendererTools } from "./pixi/renderer-tools.ts";

/** The size of a box, in CSS pixels. */
export interface Size {
  width: number;
  height: number;
}

/** The placement of a node in its parent: x and y are the node's middle, in CSS pixels. */
export interface Placement {
  x: number;
  y: number;
  /** 1 if omitted; a pair scales horizontally and vertically. */
  scale?: number | readonly [number, number];
  /** Clockwise, in radians; 0 if omitted. */
  angle?: number;
  /** Opacity, 0 (not drawn at all) to 1; 1 if omitted. */
  alpha?: number;
  /** Stacking order within the group, higher in front; 0 if omitted. */
  depth?: number;
}

/** An element in the tree of a picture. */
export interface Node {
  place(at: Placement): void;
}

/** Nodes that move together; later ones are in front of earlier ones of the same depth. */
export interface Group extends Node {
  add(...nodes: Node[]): void;
}

/** Paints into a box of the given size at the context's origin. */
export type Paint = (context: CanvasRenderingContext2D, size: Size) => void;

/** A painted area, which is painted once per size and then only moved. */
export interface Picture extends Node {
  /** Repaints the area, at the density of the screen. */
  paint(size: Size, paint: Paint): void;
}

/** How a line of text looks. */
export interface TextLook {
  /** Height of the type in CSS pixels. */
  sizePx: number;
  /** A CSS colour. */
  colour: string;
  weight?: 400 | 600 | 700 | 800;
  /** `plain` if omitted. */
  face?: "plain" | "display";
  /** Looks inlaid in the felt, with a dark upper and a light lower edge. */
  inlay?: boolean;
  /** The point of the line at the node's place; `middle` if omitted. */
  anchor?: "left" | "middle";
}

/** The parts of a look that decide the width of its text. */
export interface TypeLook extends Pick<TextLook, "sizePx" | "weight" | "face"> {
  /** Letter spacing, relative to `sizePx`; 0 if omitted. */
  spacing?: number;
}

export interface Label extends Node {
  /** Sets text and look; repaints only if they have changed. */
  write(text: string, look: TextLook): void;
}

/**
 * Creates the drawn parts of a scene. Scenes do not depend on a renderer, so they can be imported in Node and look
 * the same in WebGL and in a 2D canvas.
 */
export interface DrawingTools {
  /** The colour of inlaid lines, `#rrggbb`: the operator's accent, or gold. */
  readonly accent: string;
  group(): Group;
  picture(): Picture;
  /** A picture with additive blending. */
  light(): Picture;
  label(): Label;
  /** The natural width of a line of text, in CSS pixels. */
  widthOf(text: string, look: TypeLook): number;
  /** Creates a part that needs the renderer itself. */
  part<Made>(make: (renderer: RendererTools) => Made): Made;
}
