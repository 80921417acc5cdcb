/** A box's size, in CSS pixels. */
export interface Size {
  width: number;
  height: number;
}

/** A point in a box, in CSS pixels, or on a plate in its units. */
export interface Point {
  x: number;
  y: number;
}

/** A node's placement in its parent: x and y are the node's centre, in CSS pixels. */
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

/** Paints into a box of the given size at the context's origin. */
export type Paint = (context: CanvasRenderingContext2D, size: Size) => void;

export interface TextLook {
  sizePx: number;
  colour: string;
  weight?: 400 | 600 | 700 | 800;
  /** `plain` if omitted. */
  face?: "plain" | "display";
  /** Looks inlaid in the felt, with a dark upper and a light lower edge. */
  inlay?: boolean;
  /** The point of the line that is at the node's place; `middle` if omitted. */
  anchor?: "left" | "middle";
}

/** The parts of a look that determine its text's width. */
export interface TypeLook extends Pick<TextLook, "sizePx" | "weight" | "face"> {
  /** Letter spacing, relative to `sizePx`; 0 if omitted. */
  spacing?: number;
}
