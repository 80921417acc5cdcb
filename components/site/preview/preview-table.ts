import { LitElement, nothing, unsafeCSS } from "lit";
import type { TemplateResult } from "lit";
import { property } from "lit/decorators.js";
import { tableStyles } from "../../../src/hud/styles/table-styles.ts";
import { table } from "../../../src/hud/table-hud.ts";
import { previewView } from "../../../src/hud/table/preview-view.ts";
import type { PreviewChoice } from "../../../src/hud/table/preview-view.ts";
import type { TableView } from "../../../src/hud/table/view.ts";
import { PartLanguage } from "../../../src/i18n/part-words.ts";
import type { PartWords } from "../../../src/i18n/words.ts";
import { settle } from "../../../src/kit/settle.ts";
import { isConfirmed } from "../../../src/round/phases.ts";
import type { HistoryEntry } from "../../../src/wire/responses.ts";
import type { SpotBets, SpotName } from "../../../src/wire/spot-bets.ts";
import { BetsBook } from "../../element/bets/bets-book.ts";
import { loadBets } from "../../element/bets/load-bets.ts";
import type { BetsModule } from "../../element/bets/load-bets.ts";
import { loadScene, toPlay } from "../../scenes/load-scene.ts";
import type { VisibleBets } from "../../stage/bets/visible-bets.ts";
import { Stage } from "../../stage/stage.ts";

/** Stakes by spot: all players', and those of the player at the table. */
const TOTALS = [4_120, 730, 12_400, 310, 55, 2_600];
const OWN = [50, 20, 0, 125, 0, 5];
/** The arrival of stakes while bets are open: time in the phase in ms, and the share that has arrived. */
const ARRIVALS = [
  { atMs: 900, share: 0.2 },
  { atMs: 2_600, share: 0.5 },
  { atMs: 4_300, share: 0.8 },
  { atMs: 6_000, share: 1 },
] as const;
const IN_TIME = { placedAtMs: 1_800_000_000_000, closesAtMs: 1_800_000_000_001 };

/** Bets on all spots of a table, settled by its state. */
function previewBets(
  view: TableView,
  spots: readonly SpotName[],
  words?: PartWords["bets"],
): VisibleBets | undefined {
  const { state, game } = view;
  if (state === null) {
    return undefined;
  }
  const book = new BetsBook();
  const bets = spots.map(({ market, teams }, i): SpotBets => ({
    market,
    teams: teams ?? [],
    total: TOTALS[i] ?? 0,
    own: OWN[i] ?? 0,
  }));
  book.take(null, null);
  if (state.phase === "betting") {
    const { elapsedMs } = view;
    for (const [step, { atMs, share }] of ARRIVALS.entries()) {
      if (atMs <= elapsedMs) {
        const arrived = bets.map(({ total = 0, own = 0, ...spot }, i) => ({
          ...spot,
          total: Math.round(total * share),
          own: i % 3 < step ? own : 0,
        }));
        book.take({ round: state.round, spots: arrived }, { state, elapsedMs: atMs });
      }
    }
  } else {
    book.take({ round: state.round, spots: bets }, null);
  }
  if (isConfirmed(state.phase)) {
    const { round } = state;
    // Spots without bets can also win.
    const paidBy = ({ market, teams = [] }: SpotName, stake: number) =>
      settle(state as HistoryEntry, { game: game.slug, round, market, teams, stake, ...IN_TIME })
        .returned;
    const wins = bets
      .filter((spot) => paidBy(spot, 100) > 0)
      .map(({ market, teams = [], own = 0 }) => ({
        market,
        teams,
        own: own && paidBy({ market, teams }, 100 * own) / 100,
      }));
    book.settle({ round, spots: wins }, null);
  }
  return book.betsFor(view, words);
}

/** A table paused at one time, for developing its picture. */
export class PreviewTable extends LitElement {
  static override readonly styles = unsafeCSS(tableStyles);

  @property({ attribute: false }) choice: PreviewChoice | null = null;
  @property({ reflect: true }) theme = "dark";

  #stage: Stage | null = null;
  #places: BetsModule | null = null;
  readonly #language = new PartLanguage(() => this.#show(this.#view()));
  #stageSlug = "";
  #lifetime: AbortController | null = null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#close();
  }

  protected override render(): TemplateResult | typeof nothing {
    const view = this.#view();
    return view === null ? nothing : table(view);
  }

  protected override updated(): void {
    const view = this.#view();
    if (view !== null && this.#stageSlug !== view.game.slug) {
      this.#close();
      void this.#open(view.game.slug);
    }
    this.#show(view);
  }

  async #open(slug: string): Promise<void> {
    const lifetime = new AbortController();
    this.#lifetime = lifetime;
    this.#stageSlug = slug;
    const host = this.renderRoot.querySelector<HTMLElement>(".stage");
    if (host !== null) {
      this.#places = await loadBets(slug);
      const scene = await loadScene(slug);
      this.#stage = await Stage.create(host, scene, { signal: lifetime.signal, paused: true });
      if (this.#places !== null) {
        this.#stage.addBets(this.#places.betLayer);
      }
      this.#show(this.#view());
    }
  }

  #close(): void {
    this.#lifetime?.abort();
    this.#stage = null;
    this.#stageSlug = "";
  }

  #show(view: TableView | null): void {
    const play = view === null ? null : toPlay(view);
    if (this.#stage !== null && view !== null && play !== null) {
      const spots = this.#places?.placesIn({ width: 830, height: 440 }) ?? [];
      const words = this.#language.in(view.words.lang)?.bets;
      const bets = this.choice?.bets === true ? previewBets(view, spots, words) : undefined;
      this.#stage.show({ ...play, bets }, () => view.elapsedMs);
    }
  }

  #view(): TableView | null {
    return this.choice === null ? null : previewView(this.choice);
  }
}

customElements.define("preview-table", PreviewTable);
