import { LitElement, html, nothing, unsafeCSS } from "lit";
import type { PropertyValues, TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import { factsFor } from "../../../src/hud/facts.ts";
import type { Fact } from "../../../src/hud/facts.ts";
import { shortOutcome } from "../../../src/hud/short-outcome.ts";
import type { TableView } from "../../../src/hud/table/view.ts";
import { countedIn } from "../../../src/i18n/counted.ts";
import { interpolate } from "../../../src/i18n/interpolate.ts";
import { PartLanguage } from "../../../src/i18n/part-words.ts";
import type { PartWords } from "../../../src/i18n/words.ts";
import { palette, sideColours } from "../../../src/look/palette.ts";
import { themes } from "../../../src/look/themes.ts";
import { motion } from "../../../src/look/tokens.ts";
import { JITTER_MS } from "../../../src/wire/retry.ts";
import { fetchRecord } from "../../proof/fetch-record.ts";

/** The tab's ground, and the small playing cards on it. */
const TAB = "#07100ce0";
const CARD = { paper: "#f7f4ec", ink: "#16130e" } as const;

const colours = Object.entries(sideColours)
  .map(([token, { fill, ink }]) => `[data-colour="${token}"]{--fill:${fill};--on-fill:${ink}}`)
  .join("\n");

/**
 * The facts' styles: a tab at the top of the table, clear of the bets' names and the lanes of a race. A table that is
 * too small does not show facts.
 */
const factsStyles = `
${colours}
:host {
  grid-row: 2;
  grid-column: 1;
  place-self: start center;
  z-index: 1;
  max-width: 96cqw;
  color: ${palette.ink};
  font-size: min(max(clamp(10px, 2.4cqh, 15px), 1.7cqh), 2.8cqw);
  line-height: 1.25;
}
@container (max-height: 279px) { :host { display: none; } }
/* The buttons extend invisibly below the tab, so that they are large enough for a finger. */
.fact { display: flex; }
button { display: flex; align-items: start; min-width: 44px; min-height: 44px; margin: 0; padding: 0; border: 0; background: none; color: inherit; font: inherit; text-align: center; cursor: pointer; }
.face { display: grid; align-content: center; flex: 1; box-sizing: border-box; min-height: calc(1.84 * 1.25em + .7em); padding: .35em .7em; background: ${TAB}; box-shadow: 0 0 0 1px ${themes.dark.line}, 0 0 6px #0006; border-end-start-radius: .9em; }
button:focus-visible { outline: none; }
button:focus-visible .face { outline: 2px solid var(--accent); outline-offset: -2px; }
.text { display: block; white-space: nowrap; font-weight: 600; }
.note { display: block; white-space: nowrap; font-size: .84em; color: ${palette.inkSoft}; }
.hide .face { color: ${palette.inkSoft}; border-radius: 0; border-end-end-radius: .9em; }
.disc { display: inline-grid; place-items: center; width: 1.5em; height: 1.5em; border-radius: 50%; background: var(--fill); color: var(--on-fill); font-size: .86em; font-weight: 800; }
ul, ol { display: inline-flex; gap: .55em; margin: 0; padding: 0; list-style: none; vertical-align: middle; }
.ranking { gap: .2em; }
.card { display: inline-block; margin-left: .12em; padding: 0 .16em; border-radius: .22em; background: ${CARD.paper}; color: ${CARD.ink}; font-weight: 700; }
.red-suit { color: ${palette.suitRed}; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
/* A short table has little room. */
@container (max-height: 329px) { :host { line-height: 1.1; } .face { min-height: calc(1.84 * 1.1em + .2em); padding-block: .1em; } .disc { width: 1.3em; height: 1.3em; } }
@media (prefers-reduced-motion: no-preference) {
  .fact { animation: appear ${motion.enterMs}ms ${motion.settle}; }
}
@keyframes appear { from { opacity: 0; transform: translateY(.5em) } }
`;

/** Delay of the first fact after betting opens, while the table is being cleared, in ms. */
const FIRST_AFTER_MS = 2_500;
/** The last part of the betting time, in which no fact appears, in ms. */
const NONE_BEFORE_CLOSE_MS = 5_000;
const EACH_MS = 5_000;

/**
 * The index of the fact that a table shows `elapsedMs` into betting on a round; null for none. The first fact is the
 * previous round; the others take turns, starting with a different one each round. All viewers see the same facts.
 */
export function factIndexAt(
  count: number,
  { round, elapsedMs, remainMs }: { round: number; elapsedMs: number; remainMs: number },
): number | null {
  if (count === 0 || elapsedMs < FIRST_AFTER_MS || remainMs <= NONE_BEFORE_CLOSE_MS) {
    return null;
  }
  const slot = Math.floor((elapsedMs - FIRST_AFTER_MS) / EACH_MS);
  const others = count - 1;
  return slot === 0 || others === 0 ? 0 : 1 + ((round * 2 + slot) % others);
}

/** Number of a commitment's digits in its fact: as many as a viewer can compare by eye. */
const HASH_DIGITS = 8;

/** Whether the viewer has hidden the facts, until they leave the page. */
let isHidden = false;
/** The date of a round without a record. No round on that date has one, so none is requested again. */
let unpublishedDate = "";

/**
 * Facts while bets are open: the previous round, form, runs, how long ago a rare result was, and that this round's seed
 * is fixed. Pressing a fact shows the next one, and a button hides them.
 */
export class TableFacts extends LitElement {
  static override readonly styles = unsafeCSS(factsStyles);

  /** The service URL, with a trailing slash. */
  @property({ attribute: false }) service = "";
  @property({ attribute: false }) view: TableView | null = null;
  @state() private skipped = 0;
  @state() private commitment: string | null = null;
  readonly #language = new PartLanguage(() => this.requestUpdate());
  #round = 0;

  protected override willUpdate(changed: PropertyValues<this>): void {
    const round = this.view?.state?.round ?? 0;
    if (changed.has("view") && round !== this.#round) {
      [this.#round, this.skipped, this.commitment] = [round, 0, null];
      const date = this.view?.state?.date ?? "";
      if (round > 0 && !isHidden && date !== unpublishedDate) {
        void this.#loadCommitment(round, date);
      }
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    const { view } = this;
    const words = view && this.#language.in(view.words.lang)?.facts;
    if (!view?.state || !words || isHidden) {
      return nothing;
    }
    const { round } = view.state;
    const facts = factsFor(view.game, view.results, round);
    const lines = [
      ...facts.map((fact) => factText(view, words, fact)),
      ...(this.commitment === null
        ? []
        : [interpolate(words.fixed, { hash: this.commitment.slice(0, HASH_DIGITS) })]),
    ];
    const turn = factIndexAt(lines.length, { round, ...view });
    if (turn === null) {
      return nothing;
    }
    const index = (turn + this.skipped) % lines.length;
    return html`<div class="fact">
      <button type="button" title=${words.next} @click=${() => (this.skipped += 1)}>
        <span class="face">
          <span class="text">${lines[index]}</span>
          <span class="note">${words.independent}</span>
        </span>
      </button>
      <button
        type="button"
        class="hide"
        title=${words.hide}
        aria-label=${words.hide}
        @click=${this.#hide}
      >
        <span class="face">×</span>
      </button>
    </div>`;
  }

  async #loadCommitment(round: number, date: string): Promise<void> {
    const slug = this.view?.game.slug ?? "";
    try {
      // All viewers enter a round at the same time, and the fact appears only later.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * JITTER_MS));
      if (!this.isConnected) {
        return;
      }
      const record = await fetchRecord(this.service, slug, round, new AbortController().signal);
      unpublishedDate = record === null ? date : "";
      if (round === this.#round) {
        this.commitment = record?.commitment ?? null;
      }
    } catch {
      // A later round will show its own commitment.
    }
  }

  readonly #hide = (): void => {
    isHidden = true;
    this.requestUpdate();
  };
}

function factText(view: TableView, words: PartWords["facts"], fact: Fact): unknown {
  const { format } = new Intl.NumberFormat(view.words.lang);
  const ago = countedIn(view.words.lang)(words.ago);
  const name = (id: string) => view.words.games[view.game.slug]?.sides[id] ?? id;
  switch (fact.kind) {
    case "last":
      return html`${words.last} ${shortOutcome(view, fact.entry)}`;
    case "ago":
      return `${words.rare[fact.what]} · ${ago(fact.rounds)}`;
    case "longest": {
      const { length, of } = fact;
      const values = { side: name(fact.side), length: format(length), of: format(of) };
      return interpolate(words.longest, values);
    }
    default: {
      const { kind, side, times, of } = fact;
      const behind = kind === "ahead" ? name(fact.behind) : "";
      const values = { side: name(side), behind, times: format(times), of: format(of) };
      return interpolate(words[kind], values);
    }
  }
}

// A page can load this script from two URLs.
if (customElements.get("table-facts") === undefined) {
  customElements.define("table-facts", TableFacts);
}
