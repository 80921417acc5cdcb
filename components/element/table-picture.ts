import type { ReactiveControllerHost } from "lit";
import type { TableView } from "../../src/hud/table/view.ts";
import { isClosed } from "../../src/wire/connection.ts";
import { loadScene, toPlay } from "../scenes/load-scene.ts";
import { Stage } from "../stage/stage.ts";
import { preloadSurface } from "../stage/surface-loader.ts";
import type { DrawnBets } from "./bets/betting.ts";
import { cssColourToHex } from "./shared-attributes.ts";
import { ElementEvents } from "./table-events.ts";

type Host = ReactiveControllerHost & HTMLElement & { calm: boolean };

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** A table's canvas: loads its scene and renderer, and draws the same view as the HUD. */
export class TablePicture {
  /** False if the table cannot be drawn: the HUD then describes it in text. */
  isAvailable = true;
  readonly #host: Host;
  /** The operator's `--accent`, as CSS text, and as the colour that the canvas uses. */
  #accent: { text: string; colour: string | undefined } = { text: "", colour: undefined };
  #stage: Stage | null = null;
  /** The stage that already has the bets layer. */
  #betsStage: Stage | null = null;

  constructor(host: Host) {
    this.#host = host;
  }

  get isDrawn(): boolean {
    return (this.#stage?.framesDrawn ?? 0) > 0;
  }

  get isMotionless(): boolean {
    return this.#host.calm || reducedMotion.matches;
  }

  /** The accent as a colour; undefined if there is none, or it is not a colour. */
  get #accentColour(): string | undefined {
    const text = getComputedStyle(this.#host).getPropertyValue("--accent").trim();
    if (text !== this.#accent.text) {
      this.#accent = { text, colour: cssColourToHex(text) };
    }
    return this.#accent.colour;
  }

  /** Opens a game's picture once the HUD is drawn. Aborting the signal closes the picture. */
  async open(slug: string, signal: AbortSignal): Promise<void> {
    const host = this.#host;
    this.isAvailable = true;
    signal.addEventListener("abort", () => (this.#stage = null));
    // The renderer and the scene load while the HUD is first drawn.
    preloadSurface();
    try {
      const [scene] = await Promise.all([loadScene(slug), host.updateComplete]);
      const box = host.shadowRoot?.querySelector<HTMLElement>(".stage");
      if (!box || signal.aborted) {
        return;
      }
      this.#stage = await Stage.create(box, scene, {
        signal,
        accent: this.#accentColour,
        onFrame: () => this.#onFrame(),
        onFault: (error, isOver) => this.#report(error, isOver),
      });
      reducedMotion.addEventListener("change", () => host.requestUpdate(), { signal });
    } catch (error) {
      if (signal.aborted) {
        return;
      }
      // No renderer, or the network failed.
      this.isAvailable = false;
      this.#removeStill();
      console.warn("Tableside: the table cannot be drawn.", error);
    }
    host.requestUpdate();
  }

  /**
   * Shows a view. `elapsedMs` returns how long its phase has run, in ms, and is called for every frame. `drawn`
   * contains the bets; null if the game cannot show any.
   */
  show(
    view: TableView,
    isVisible: boolean,
    elapsedMs: () => number,
    isPaused: boolean,
    drawn: DrawnBets | null,
  ): void {
    const stage = this.#stage;
    const play = toPlay(view);
    if (stage !== null && play !== null) {
      stage.accent = this.#accentColour;
      stage.motionless = this.isMotionless;
      stage.visible = isVisible;
      stage.paused = isPaused;
      if (drawn !== null && this.#betsStage !== stage) {
        this.#betsStage = stage;
        stage.addBets(drawn.layer);
      }
      // A closed table has no round, so its time does not run.
      const { bets, takesPresses = false } = drawn ?? {};
      stage.show({ ...play, bets, takesPresses }, () =>
        isClosed(view.connection) ? view.elapsedMs : elapsedMs(),
      );
    }
  }

  /** Replaces the first paint with the first frame, and updates parts that wait for this frame, such as the facts. */
  #onFrame(): void {
    if (this.#stage?.framesDrawn === 1) {
      // A canvas can reach the screen one frame after it is drawn.
      requestAnimationFrame(() => requestAnimationFrame(() => this.#removeStill()));
      this.#host.requestUpdate();
    }
  }

  /** Reports a drawing error. If `isOver`, the stage has ended. */
  #report(error: unknown, isOver: boolean): void {
    console.error("Tableside: drawing the table failed.", error);
    const detail = `The table is ${isOver ? "shown as text" : "drawn again"} after an error: ${String(error)}`;
    new ElementEvents(this.#host).fire("error", { code: "picture", detail });
    if (isOver) {
      this.#stage = null;
      this.isAvailable = false;
      this.#host.requestUpdate();
    }
  }

  #removeStill(): void {
    this.#host.querySelector(":scope > [slot=still]")?.remove();
  }
}
