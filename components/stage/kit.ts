import type { Card } from "../../src/round/cards.ts";
import type { Detail } from "./detail.ts";
import type { Bench } from "./pixi/bench.ts";
import type { Look } from "./theme.ts";

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

/** A part of a picture in shares of its size, from its left top corner. */
export interface Part extends Size {
  x: number;
  y: number;
}

/** A painted area: painted once per size, then only moved. */
export interface Picture extends Node {
  /** Paints it anew, at the density of the screen. */
  paint(size: Size, paint: Paint): void;
  /** Shows a part of it alone, in shares of its size; the node's own middle is the middle of the part. */
  crop(part: Part): void;
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
  /** Set into the cloth: its upper edge lies in shade and its lower one catches the light. */
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
  /** Nothing is painted anew when neither text nor look has changed. */
  write(text: string, look: TextLook): void;
}

/** How a playing card lies. */
export interface CardLook {
  /** What is on its face; null for a card that nobody knows yet. */
  card: Card | null;
  /** 0 shows the back, 1 the face; between them the card rolls over, its right edge first. */
  turn: number;
  /**
   * Where the edge that is lifted first lies, seen from the middle of the card: radians, clockwise from its
   * right. A card that is turned by a steady hand rolls over from its right, whatever this says.
   */
  axis: number;
  /** How far it is bowed while it lies, -1 to 1: above 0 both ends are up. */
  bend: number;
  /** Where a gleam of light runs over its face, from 0 to 1; nothing is seen at either end. */
  gleam: number;
  /** Its face is without indices: what is seen of it says less than all. */
  secret: boolean;
  /** Height above the felt, 0 to 1: the shadow falls further and softer. */
  lift: number;
  /** Darkened by this much, 0 to 1. */
  dim: number;
}

/** A playing card, 5:7. */
export interface CardPart extends Node {
  /** Draws it at a width in CSS pixels. */
  fit(widthPx: number): void;
  show(look: CardLook): void;
}

/** One line of text from an atlas; its place is the middle of its left end. */
export interface GlyphLine extends Node {
  /** Signs that it was not made for are left out. */
  write(text: string): void;
}

/** Signs in one look, painted once: text made of them may change every frame without being painted again. */
export interface GlyphAtlas {
  /** Paints the signs anew; `maxWidthPx` and `anchor` do not count. */
  fit(look: TextLook): void;
  /** One more line of them. */
  line(): GlyphLine;
}

/** How a ball lies. */
export interface BallLook {
  /** How far it has rolled, in radians: its number goes around with it, and faces the eye at 0. */
  roll: number;
  /** Where it rolls to, in radians, clockwise from the right. Left out, it rocks where it lies. */
  heading?: number;
  /** How much of its colour what it lies on throws back, 0 to 1; all when left out. */
  reflected?: number;
  /** Darkened by this much, 0 to 1. */
  dim: number;
}

/** A numbered ball with its own colour and pattern, so that colour alone never identifies it. */
export interface BallPart extends Node {
  /** Draws it at a diameter in CSS pixels; `largestPx` is how large it is ever shown, the same when left out. */
  fit(diameterPx: number, largestPx?: number): void;
  show(look: BallLook): void;
}

/** Who a ball stands for. */
export interface BallMark {
  /** What is written on it. */
  letter: string;
  /** CSS colours of the ball and of what is legible on it. */
  fill: string;
  ink: string;
  /** Which of the six patterns it carries, 0 to 5. */
  pattern: number;
}

/**
 * Makes the drawn parts of a scene. The scene knows no renderer: it imports in plain Node, and what
 * it draws looks the same in WebGL and in a 2D canvas.
 */
export interface Kit {
  /** The colours and the light of the table. */
  readonly look: Look;
  /** The colour of inlaid lines, `#rrggbb`: the operator's accent, or the look's own gold. */
  readonly accent: string;
  /** Device pixels for each CSS pixel. */
  readonly density: number;
  readonly detail: Detail;
  group(): Group;
  picture(): Picture;
  /** A picture that adds itself to what lies beneath it, as light does; on a bright table it covers. */
  light(): Picture;
  label(): Label;
  /** An atlas of the given signs. */
  glyphs(signs: string): GlyphAtlas;
  /** How wide a line of text would be, in CSS pixels, if nothing narrowed it. */
  widthOf(text: string, look: TypeLook): number;
  card(): CardPart;
  /** Makes a part that is loaded later than these, of the renderer's own. */
  part<Made>(make: (bench: Bench) => Made): Made;
  /** `bare` without shadow and reflection: where it is a sign and lies on nothing. */
  ball(mark: BallMark, bare?: boolean): BallPart;
}
