import type { Container } from "pixi.js";

/** Something that has to be painted before it can be seen. */
export interface Unpainted {
  /** What shows it. */
  readonly container: Container;
  paintNow(): void;
}

/** What parts of the renderer's own are made with. */
export interface Bench {
  /** Device pixels for each CSS pixel. */
  readonly density: number;
  /** Has the picture drawn again: something that it is made of has come. */
  changed(): void;
}
