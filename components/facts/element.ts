import { LitElement, html, nothing, unsafeCSS } from "lit";
import type { PropertyValues, TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import { factsOf } from "../../src/facts/facts.ts";
import type { Fact } from "../../src/facts/facts.ts";
import { JITTER_MS } from "../../src/feed/retry.ts";
import { hands } from "../../src/hud/hands.ts";
import { ranking } from "../../src/hud/ranking.ts";
import { countedIn } from "../../src/i18n/counted.ts";
import { loadFactsWords } from "../../src/i18n/facts.ts";
import { fillIn } from "../../src/i18n/fill-in.ts";
import { pickLang } from "../../src/i18n/langs.ts";
import type { FactsWords } from "../../src/i18n/words.ts";
import type { TableView } from "../../src/table/view.ts";
import { fetchRecord } from "../proof/fetch-record.ts";
import { historyOf } from "./history.ts";
import { factsStyles } from "./styles.ts";

/** When facts are shown: not while a table is being cleared, nor in the last seconds to bet. */
const [FROM_MS, UNTIL_CLOSE_MS] = [2_500, 5_000];
/** How long each is shown, in ms. */
const EACH_MS = 5_000;

/**
 * Which of `count` facts a table shows `elapsedMs` into betting on a round; null for none. The first is
 * the round before; the others follow in turns that each round begins elsewhere. All viewers see the same.
 */
export function turnAt(
  count: number,
  { round, elapsedMs, remainMs }: { round: number; elapsedMs: number; remainMs: number },
): number | null {
  if (count === 0 || elapsedMs < FROM_MS || remainMs <= UNTIL_CLOSE_MS) {
    return null;
  }
  const slot = Math.floor((elapsedMs - FROM_MS) / EACH_MS);
  const others = count - 1;
  return slot === 0 || others === 0 ? 0 : 1 + ((round * 2 + slot) % others);
}

/** As much of a commitment as can be compared by eye. */
const HASH_DIGITS = 8;

/** Until the page is left: the viewer did not want to read them. */
let isHidden = false;
/** The day of a round that has no record: none of that day has one, so no other is asked for. */
let unpublishedDate = "";

/**
 * What is worth knowing while bets are open: the round before in small, form, runs, how long ago a rare
 * result was, and that the seed of this round is fixed. Pressing it shows the next; it can be hidden.
 */
export class TableFacts extends LitElement {
  static override readonly styles = unsafeCSS(factsStyles);

  /** The address of the service, with the slash at its end. */
  @property({ attribute: false }) service = "";
  @property({ attribute: false }) view: TableView | null = null;
  /** In the table's language; null until they are loaded. */
  @state() private words: FactsWords | null = null;
  /** How many facts the viewer has skipped on this round. */
  @state() private skipped = 0;
  @state() private commitment: string | null = null;
  #lang = "";
  #round = 0;
  #facts: { of: unknown; round: number; list: readonly Fact[] } | null = null;

  protected override willUpdate(changed: PropertyValues<this>): void {
    const round = this.view?.state?.round ?? 0;
    if (changed.has("view") && round !== this.#round) {
      [this.#round, this.skipped, this.commitment] = [round, 0, null];
      const date = this.view?.state?.date ?? "";
      if (round > 0 && !isHidden && date !== unpublishedDate) {
        void this.#askCommitment(round, date);
      }
    }
    const lang = this.view?.words.lang ?? "";
    if (lang !== "" && lang !== this.#lang) {
      this.#lang = lang;
      void loadFactsWords(pickLang([lang]) ?? "en").then((words) => (this.words = words));
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    const { view, words } = this;
    if (view === null || view.state === null || words === null || isHidden) {
      return nothing;
    }
    const facts = this.#factsOf(view);
    const { round } = view.state;
    const lines = [
      ...facts.map((fact) => inWords(view, words, fact)),
      ...(this.commitment === null ? [] : [fixed(words, this.commitment)]),
    ];
    const turn = turnAt(lines.length, { round, ...view });
    if (turn === null) {
      return nothing;
    }
    const shown = (turn + this.skipped) % lines.length;
    const isLast = facts[shown]?.kind === "last";
    return html`<div class="fact">
      <button type="button" title=${words.next} @click=${() => (this.skipped += 1)}>
        <span class="face">
          <span class="text ${isLast ? "again" : ""}">${lines[shown]}</span>
          <span class="note">${words.anew}</span>
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

  /** Counted once for each round and each list of results: it is rendered every second. */
  #factsOf({ game, results, state: now }: TableView): readonly Fact[] {
    const round = now?.round ?? 0;
    const entries = historyOf(this.service, game.slug).with(results);
    if (this.#facts === null || this.#facts.of !== entries || this.#facts.round !== round) {
      this.#facts = { of: entries, round, list: factsOf(game, entries, round) };
    }
    return this.#facts.list;
  }

  async #askCommitment(round: number, date: string): Promise<void> {
    const slug = this.view?.game.slug ?? "";
    try {
      // All viewers come to a round at the same time, and its fact is due later.
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
      // It is said in another round.
    }
  }

  readonly #hide = (): void => {
    isHidden = true;
    this.requestUpdate();
  };
}

function fixed(words: FactsWords, commitment: string): TemplateResult {
  return html`${fillIn(words.fixed, { hash: commitment.slice(0, HASH_DIGITS) })}`;
}

/** A fact in a table's language. */
function inWords(view: TableView, words: FactsWords, fact: Fact): TemplateResult {
  const { format } = new Intl.NumberFormat(view.words.lang);
  const name = (id: string) => view.words.games[view.game.slug]?.sides[id] ?? id;
  switch (fact.kind) {
    case "last": {
      const summary = view.game.board.summary(fact.entry);
      const again =
        "hands" in summary
          ? hands(view, summary.hands)
          : "ranking" in summary
            ? ranking(view, summary.ranking)
            : summary.text;
      return html`${words.last} ${again}`;
    }
    case "ago":
      return html`${words.rare[fact.what]} · ${countedIn(view.words.lang)(words.ago)(fact.rounds)}`;
    case "longest": {
      const values = { side: name(fact.side), length: format(fact.length) };
      return fact.of === null
        ? html`${fillIn(words.longestToday, values)}`
        : html`${fillIn(words.longest, { ...values, of: format(fact.of) })}`;
    }
    default: {
      const { kind, side, times, of } = fact;
      const behind = kind === "ahead" ? name(fact.behind) : "";
      const values = { side: name(side), behind, times: format(times), of: format(of) };
      return html`${fillIn(words[kind], values)}`;
    }
  }
}

// A page may load the script twice, from two addresses.
if (customElements.get("table-facts") === undefined) {
  customElements.define("table-facts", TableFacts);
}
