import type { TemplateResult } from "lit";
import type { RecentForm } from "../hud/table/recent-form.ts";
import type { SceneView } from "../hud/table/view.ts";
import type { Room } from "../look/daylight.ts";
import type { Theme } from "../look/themes.ts";

/** What a still shows. */
export type StillView<Outcome = unknown> = SceneView<Outcome> & {
  theme: Theme;
  /** How long the state's phase has run by the server's clock, in ms. */
  elapsedMs: number;
  /** Whether the first cards lie on the table, face down at first (`shown.ts`). */
  isDealt: boolean;
  form: RecentForm;
  /** The room at the time of the round. */
  room?: Room | undefined;
};

/**
 * The table of one game as CSS and SVG: the server draws it into the embed page, and the canvas takes its
 * place. Its box is not known on the server, so every length depends on the box, as in the game's `layout.ts`.
 *
 * Both are written as methods on purpose: as with `Game`, a still of some outcome then stands for any.
 */
export interface Still<Outcome = unknown> {
  /** The style sheet: what the view needs, and no more. */
  style(view: StillView<Outcome>): string;
  /**
   * The drawing. It shows no card and no rank before the canvas would: while a round is played nothing but
   * backs.
   */
  draw(view: StillView<Outcome>): TemplateResult;
}
