import type { Container } from "pixi.js";
import type { Detail } from "../detail.ts";
import type { Look } from "../theme.ts";

/** Something that has to be painted before it can be seen. */
export interface Unpainted {
  /** What shows it; null when whoever shows it asks for it. */
  readonly container: Container | null;
  paintNow(): void;
}

/** What parts that are loaded after the first frame are made with. */
export interface Bench {
  readonly queue: {
    /** Device pixels for each CSS pixel. */
    readonly density: number;
    readonly detail: Detail;
    await(unpainted: Unpainted): void;
    forget(unpainted: Unpainted): void;
  };
  /** The colours and the light of the table. */
  readonly look: Look;
  /** Has the picture drawn again: something that it is made of has come. */
  changed(): void;
}
