import { LitElement, html, nothing, unsafeCSS } from "lit";
import type { TemplateResult } from "lit";
import { property, query } from "lit/decorators.js";
import { groupDigits } from "../../src/hud/group-digits.ts";
import type { TableView } from "../../src/hud/table/view.ts";
import { interpolate } from "../../src/i18n/interpolate.ts";
import { PartLanguage } from "../../src/i18n/part-words.ts";
import type { PartWords } from "../../src/i18n/words.ts";
import type { Phase } from "../../src/round/phases.ts";
import { controlsStyles, tableStyles } from "./replay-styles.ts";
import { SPEEDS } from "./replay.ts";
import type { Replay, Speed } from "./replay.ts";

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

const SPEED_NAMES: Readonly<Record<Speed, string>> = { 1: "1×", 0.5: "½×", 0.25: "¼×" };
const STEP_MS = 50;

/** The controls under a finished round's replay: play, scrub, jump, slow down. */
export class ReplayControls extends LitElement {
  static override readonly styles = unsafeCSS(controlsStyles);

  @property({ attribute: false }) view: TableView | null = null;
  @property({ attribute: false }) replay: Replay | null = null;
  @query("input") private readonly slider!: HTMLInputElement | null;
  readonly #language = new PartLanguage(() => this.requestUpdate());
  /** The replay that started because it scrolled into view. */
  #startedReplay: Replay | null = null;
  #resumesOnRelease = false;
  #frame = 0;
  readonly #visibility = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) {
      this.#start();
    }
  });

  override connectedCallback(): void {
    super.connectedCallback();
    const root = this.getRootNode();
    // Hides the parts that only a live table shows.
    if (root instanceof ShadowRoot && !root.adoptedStyleSheets.includes(tableStyles)) {
      root.adoptedStyleSheets.push(tableStyles);
    }
    this.#visibility.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    cancelAnimationFrame(this.#frame);
    this.#visibility.disconnect();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { view, replay } = this;
    const parts = this.#parts;
    if (!view || !replay || !parts) {
      return nothing;
    }
    if (replay.fault !== null) {
      return this.#renderFault(replay, parts);
    }
    if (replay.state === null) {
      return nothing;
    }
    const { replay: words } = parts;
    const { isPlaying, speed } = replay;
    return html`<div class="replay" role="group" aria-label=${words.replay} dir="ltr">
      ${this.#button(
        "play",
        isPlaying ? words.pause : words.play,
        () => (isPlaying ? replay.pause() : replay.play()),
        isPlaying ? "M9 5v14M15 5v14" : "M8 5l11 7l-11 7z",
      )}
      <span class="mark">${words.replay}</span>
      <div class="track">
        ${chapters(view, replay)}
        <input
          type="range"
          min="0"
          max=${replay.lengthMs}
          step=${STEP_MS}
          aria-label=${words.position}
          @input=${this.#scrub}
          @change=${this.#onRelease}
        />
      </div>
      <output class="time" aria-hidden="true"></output>
      ${this.#button("next", words.next, () => this.#next(replay), "M6 5l9 7l-9 7zM18 5v14")}
      <button
        type="button"
        class="speed"
        title=${interpolate(words.speed, { speed: SPEED_NAMES[speed] })}
        @click=${() => replay.setSpeed(SPEEDS[SPEEDS.indexOf(speed) + 1] ?? SPEEDS[0])}
      >
        <span aria-hidden="true">${SPEED_NAMES[speed]}</span
        ><span class="visually-hidden">${interpolate(words.speed, { speed: String(speed) })}</span>
      </button>
    </div>`;
  }

  protected override updated(): void {
    this.#start();
    this.#movePlayhead();
  }

  #renderFault(replay: Replay, { replay: words, failed, again }: PartWords): TemplateResult {
    const isUnknown = replay.fault === "unknown_round";
    const text = isUnknown ? words.unknownRound : failed;
    return html`<div class="trouble" role="alert">
      <p>${interpolate(text, { round: this.#roundText })}</p>
      ${
        isUnknown
          ? nothing
          : html`<button type="button" class="again" @click=${() => void replay.open()}>
              ${again}
            </button>`
      }
    </div>`;
  }

  #button(name: string, label: string, onPress: () => void, path: string): TemplateResult {
    return html`<button type="button" class=${name} title=${label} @click=${onPress}>
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${path} /></svg>
      <span class="visually-hidden">${label}</span>
    </button>`;
  }

  /** The round as given, with its digits grouped if it is a number. */
  get #roundText(): string {
    const round = this.replay?.round ?? "";
    return /^\d{1,15}$/.test(round)
      ? groupDigits(Number(round), this.view?.words.lang ?? "")
      : `“${round}”`;
  }

  get #parts(): PartWords | null {
    return this.#language.in(this.view?.words.lang ?? "");
  }

  /** Starts playing when the table first comes into view, or shows the result if the viewer prefers less motion. */
  #start(): void {
    const { replay, view } = this;
    const { top, bottom } = this.getBoundingClientRect();
    const isOnScreen = !document.hidden && bottom > 0 && top < innerHeight;
    if (replay?.state && replay !== this.#startedReplay && isOnScreen) {
      this.#startedReplay = replay;
      if (view?.controls.calm || reducedMotion.matches) {
        replay.seek(replay.lengthMs);
      } else {
        replay.play();
      }
    }
  }

  /** Moves the playhead every frame, because the table itself renders only once a second. */
  #movePlayhead(): void {
    cancelAnimationFrame(this.#frame);
    const { slider, replay, view } = this;
    const words = this.#parts?.replay;
    if (!slider || !replay || !view || !words) {
      return;
    }
    layOut(this.renderRoot, slider, replay);
    const { positionMs, lengthMs } = replay;
    const seconds = new Intl.NumberFormat(view.words.lang, {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    });
    const at = seconds.format(positionMs / 1000);
    const length = seconds.format(lengthMs / 1000);
    const chapter = chapterName(view, replay.chapterAt(positionMs)?.phase ?? "betting");
    slider.value = String(positionMs);
    slider.style.setProperty("--at", String(positionMs / lengthMs));
    slider.ariaValueText = interpolate(words.moment, { chapter, at, length });
    const time = this.renderRoot.querySelector(".time");
    if (time !== null) {
      time.textContent = `${at} / ${length}`;
    }
    if (replay.isPlaying) {
      this.#frame = requestAnimationFrame(() => this.#movePlayhead());
    }
  }

  readonly #scrub = () => {
    const { replay, slider } = this;
    if (replay !== null && slider !== null) {
      this.#resumesOnRelease ||= replay.isPlaying;
      const atMs = Number(slider.value);
      replay.pause();
      replay.seek(atMs);
    }
  };

  readonly #onRelease = () => {
    const { replay } = this;
    // If the slider is released at the end, the replay stays there instead of starting again.
    if (replay !== null && this.#resumesOnRelease && replay.positionMs < replay.lengthMs) {
      replay.play();
    }
    this.#resumesOnRelease = false;
  };

  #next(replay: Replay): void {
    const next = replay.chapters.find(({ startMs }) => startMs > replay.positionMs);
    replay.seek(next?.startMs ?? 0);
  }
}

// A page can load this script from two URLs.
if (customElements.get("replay-controls") === undefined) {
  customElements.define("replay-controls", ReplayControls);
}

/** Renders the chapters above the slider. Pressing one jumps to its start. */
function chapters(view: TableView, replay: Replay): TemplateResult {
  return html`<div class="chapters">
    ${replay.chapters.map(
      ({ phase, startMs }) =>
        html`<button
          type="button"
          class="chapter"
          aria-current=${view.state?.phase === phase ? "true" : "false"}
          @click=${() => replay.seek(startMs)}
        >
          <span>${chapterName(view, phase)}</span>
        </button>`,
    )}
  </div>`;
}

/** Sets the widths of the chapters and their slider marks from script, because a page's CSP can forbid `style`. */
function layOut(root: ParentNode, slider: HTMLElement, replay: Replay): void {
  const buttons = root.querySelectorAll<HTMLElement>(".chapter");
  replay.chapters.forEach(({ phase, startMs, lengthMs }, index) => {
    buttons[index]?.style.setProperty("flex-grow", String(lengthMs));
    slider.style.setProperty(`--${phase}`, String(startMs / replay.lengthMs));
  });
}

/** A replay shows only the end of betting, hence "last bets". */
function chapterName({ words, game }: TableView, phase: Phase): string {
  switch (phase) {
    case "betting":
      return words.lastBets;
    case "revealing":
      return words.games[game.slug]?.playing ?? words.phases.revealing;
    default:
      return words.phases[phase];
  }
}
