import type { ReactiveControllerHost } from "lit";
import { themeOf } from "../../src/look/themes.ts";
import type { TableView } from "../../src/table/view.ts";
import { Stage } from "../stage/stage.ts";
import { preloadSurface } from "../stage/surface-loader.ts";
import { StyleColours } from "./colours.ts";
import { loadScene, toPlay } from "./load-scene.ts";

type Host = ReactiveControllerHost & HTMLElement & { theme: string; calm: boolean };

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** The canvas of a table: loads its scene and renderer, and shows what the hud shows. */
export class TablePicture {
  /** False if the table cannot be drawn: the hud then describes it in words. */
  isAvailable = true;
  readonly #host: Host;
  readonly #colours: StyleColours;
  #stage: Stage | null = null;

  constructor(host: Host) {
    this.#host = host;
    this.#colours = new StyleColours(host);
  }

  /** Opens the picture of a game once the hud is drawn, until the signal is aborted. */
  async open(slug: string, signal: AbortSignal): Promise<void> {
    const host = this.#host;
    this.isAvailable = true;
    signal.addEventListener("abort", () => (this.#stage = null));
    // Renderer and scene load while the hud is drawn for the first time.
    preloadSurface();
    try {
      const [scene] = await Promise.all([loadScene(slug), host.updateComplete]);
      const box = host.shadowRoot?.querySelector<HTMLElement>(".stage");
      if (!box || signal.aborted) {
        return;
      }
      const theme = themeOf(host.theme);
      this.#stage = await Stage.create(box, scene, { signal, theme, colours: this.#colours.now });
      reducedMotion.addEventListener("change", () => host.requestUpdate(), { signal });
    } catch (error) {
      if (signal.aborted) {
        return;
      }
      // No renderer, or the network failed.
      this.isAvailable = false;
      console.warn("Tableside: the table cannot be drawn.", error);
    }
    host.requestUpdate();
  }

  /** Shows a view. `elapsedMs` returns how long its phase has run, in ms, at each frame. */
  show(view: TableView, isVisible: boolean, elapsedMs: () => number): void {
    const stage = this.#stage;
    const play = toPlay(view);
    if (stage !== null && play !== null) {
      stage.theme = themeOf(this.#host.theme);
      stage.colours = this.#colours.now;
      stage.still = this.#host.calm || reducedMotion.matches;
      stage.seen = isVisible;
      // No round is open on a suspended table, so time stands still on it.
      stage.show(play, () => (view.connection === "suspended" ? view.elapsedMs : elapsedMs()));
    }
  }
}
