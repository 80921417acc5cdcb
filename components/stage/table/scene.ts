import type { FeltBand } from "../../../src/look/felt-band.ts";
import type { SideLight } from "../lights.ts";
import { resultLight, sideLight, sweepAtMs, winnerOf } from "../lights.ts";
import { dealtEarly, dealtMsAt, phaseMsAt, revealMsAt } from "../pacing.ts";
import type { RevealTiming } from "../pacing.ts";
import type { CameraMatrix, Focus } from "../plates.ts";
import type { Play, Scene } from "../scene.ts";
import { RESULT_MS, SWEEP_MS, TABLE_MS } from "../times.ts";
import { easeInOut, progress } from "../tracks.ts";
import type { Place } from "./places.ts";
import { dealingDeeds, dealtCard, finishedCard, handsAt, strayed, sweepingDeeds } from "./round.ts";
import type { CardPose, CardTurn, HandPose } from "./round.ts";

/** The shots of a card table, each a plate of the studio. */
export const SHOTS = ["master", "squeeze", "rail", "shoe"] as const;
export type Shot = (typeof SHOTS)[number];

/** Which values of the card that is squeezed let a side win. */
export interface Stake {
  side: string;
  values: readonly string[];
}

/** What a game of cards is, besides what all tables of cards have. */
export interface CardGame<Outcome> {
  /** The sides on the left and on the right. */
  readonly sides: readonly [left: string, right: string];
  readonly timing: RevealTiming;
  /** The cards of a round in the order in which they are turned; while bets are taken those that any round has. */
  turns(view: Play<Outcome>): readonly CardTurn[];
  /** What cards add up to; left out where they are not added up. */
  total?(cards: readonly CardTurn[]): number;
  /** What the card decides that is being squeezed, by those that lie open; none when left out. */
  stakes?(view: Play<Outcome>, squeezed: CardTurn): readonly Stake[];
}

/** How a card table is drawn: its game, its plates by their names, and what of each shot is always in sight. */
export interface CardTableLook {
  readonly sides: readonly [left: string, right: string];
  readonly plates: Readonly<Record<string, { url: string; matrix: CameraMatrix }>>;
  readonly focus: Readonly<Record<Shot, Focus>>;
  readonly band: FeltBand;
  /** Where a side's total is shown; left out where none is. */
  readonly totals?: Readonly<Record<string, { x: number; y: number }>>;
  /** Where the card in close-up lies, whichever it is. */
  readonly close: Place;
}

/** Where everything is on a card table. */
export interface CardTablePose {
  shot: Shot;
  /** How far the camera has moved in since the shot began, 0 to 1. */
  drift: number;
  cards: readonly CardPose[];
  /** The card that the camera looks at closely, and what it decides. */
  close: string | null;
  stakes: readonly Stake[];
  dealerHands: readonly HandPose[];
  /** The light of the win on each side and on the tie, 0 to 1. */
  wins: Readonly<Record<"left" | "right" | "tie", number>>;
  /** How far the lamps have fallen, 0 to 1. */
  dark: number;
  /** What each side's open cards add up to. */
  totals: Readonly<Record<string, number>>;
}

/** A card is looked at closely from so long before it is squeezed until so long after it lies open, in ms. */
const [CLOSE_BEFORE_MS, CLOSE_AFTER_MS] = [220, 260] as const;
/** In the last seconds of betting the lamps fall by this much. */
const FALLEN = 0.34;
/** A card counts once so much of it has been turned. */
const FACED = 0.8;

/**
 * What the camera looks at while bets are taken, by the number of the round: shots, and until which share of the time.
 * It is back at the table for the last third, in which players decide.
 */
const WALKS: readonly (readonly (readonly [Shot, number])[])[] = [
  [
    ["rail", 0.2],
    ["master", 0.47],
    ["shoe", 0.67],
    ["master", 1],
  ],
  [
    ["master", 0.27],
    ["rail", 0.54],
    ["master", 1],
  ],
  [
    ["shoe", 0.2],
    ["master", 1],
  ],
  [
    ["rail", 0.27],
    ["master", 1],
  ],
  [
    ["master", 0.34],
    ["shoe", 0.6],
    ["master", 1],
  ],
  [
    ["shoe", 0.2],
    ["rail", 0.47],
    ["master", 1],
  ],
];

/** When bets close, in ms of phase `betting`; 0 where nobody says. */
const closesMsOf = ({ closesAtMs, betMs = 0 }: Play): number => closesAtMs ?? betMs;

function bettingShot(view: Play, elapsedMs: number): Pick<CardTablePose, "shot" | "drift"> {
  const { state, bets } = view;
  const closesMs = closesMsOf(view);
  const share = closesMs > 0 ? Math.min(1, elapsedMs / closesMs) : 1;
  const walk = WALKS[state.round % WALKS.length] ?? [];
  const nth = walk.findIndex(([, until]) => share <= until);
  const [shot, until] = walk[nth] ?? ["master", 1];
  // Where players bet on the picture, it stays as it is.
  if (bets !== undefined) {
    return { shot: "master", drift: 0 };
  }
  const from = walk[nth - 1]?.[1] ?? 0;
  return { shot, drift: (share - from) / (until - from) };
}

/** The drawing of a game of cards, all but what is drawn. */
export function cardScene<Outcome extends { result: string }>(
  game: CardGame<Outcome>,
): Omit<Scene<Outcome, CardTablePose>, "build"> {
  type View = Play<Outcome>;
  const turnsOf = (view: View): CardTurn[] =>
    game
      .turns(view)
      .map((turn, nth) => ({ ...turn, place: strayed(turn.place, view.state.round, nth) }));

  function lights(view: View, elapsedMs: number) {
    const winner = winnerOf(view.state);
    const light = resultLight(view.state.phase, elapsedMs);
    const of = (side: string): SideLight => sideLight(side, winner, light);
    const [left, right] = game.sides;
    const isTie = winner === "tie";
    return {
      dimOf: (side: string) => of(side).dim,
      wins: {
        left: isTie ? 0 : of(left).lit,
        right: isTie ? 0 : of(right).lit,
        tie: isTie ? of("tie").lit : 0,
      },
    };
  }

  function pose(view: View, phaseMs: number): CardTablePose {
    const { phase } = view.state;
    const winner = winnerOf(view.state);
    const turns = turnsOf(view);
    const { dimOf, wins } = lights(view, phaseMs);
    // The hand takes a side's cards along from left to right.
    const sweepMs = (turn: CardTurn) => {
      const before = ({ side, place }: CardTurn) => side === turn.side && place.x < turn.place.x;
      return sweepAtMs(turn.side, winner) + 60 * turns.filter(before).length;
    };
    const base = { drift: 0, close: null, stakes: [], wins, dark: 0, totals: {} } as const;
    switch (phase) {
      case "betting": {
        const dealtMs = dealtMsAt(view, game.timing, phaseMs);
        const closesMs = closesMsOf(view);
        const dark = FALLEN * easeInOut(progress(phaseMs, closesMs - TABLE_MS.last, TABLE_MS.last));
        // They are only dealt: what they are nobody knows yet.
        const waiting = turns.map((turn) => ({ ...turn, turnAtMs: Number.POSITIVE_INFINITY }));
        const cards = dealtMs > 0 ? waiting.map((turn) => dealtCard(turn, dealtMs)) : [];
        return {
          ...base,
          ...(dealtMs > 0 ? { shot: "master" as const } : bettingShot(view, phaseMs)),
          cards: cards.filter((card) => card !== null),
          dealerHands: dealtMs > 0 ? handsAt(dealingDeeds(waiting), dealtMs) : [],
          dark,
        };
      }
      case "revealing": {
        const elapsedMs = revealMsAt(view, game.timing, phaseMs);
        const cards = turns
          .map((turn) => dealtCard(turn, elapsedMs))
          .filter((card) => card !== null);
        const close = turns.find(
          ({ squeeze, turnAtMs, turnMs }) =>
            squeeze !== undefined &&
            elapsedMs >= turnAtMs - CLOSE_BEFORE_MS &&
            elapsedMs < turnAtMs + turnMs + CLOSE_AFTER_MS,
        );
        const isOpen = close !== undefined && elapsedMs >= close.turnAtMs + close.turnMs * 0.97;
        return {
          ...base,
          shot: close ? "squeeze" : "master",
          cards,
          close: close?.name ?? null,
          stakes: close && !isOpen ? (game.stakes?.(view, close) ?? []) : [],
          dealerHands: close ? [] : handsAt(dealingDeeds(turns), elapsedMs),
          dark: FALLEN * (1 - easeInOut(progress(phaseMs, 0, TABLE_MS.relax))),
          totals: totals(turns, cards, FACED),
        };
      }
      default: {
        const isWaiting = phase === "waiting";
        const cards = turns
          .map((turn) =>
            finishedCard(
              turn,
              isWaiting ? phaseMs : -1,
              isWaiting ? sweepMs(turn) : 0,
              SWEEP_MS.card,
              dimOf(turn.side),
            ),
          )
          .filter((card) => card !== null);
        return {
          ...base,
          shot: isWaiting && phaseMs > SWEEP_MS.winnerAt + SWEEP_MS.card + 420 ? "rail" : "master",
          cards,
          dealerHands: isWaiting
            ? handsAt(sweepingDeeds(turns, sweepMs, SWEEP_MS.card), phaseMs)
            : [],
          totals: totals(
            turns,
            cards.filter(({ travel }) => travel === 1),
            1,
          ),
        };
      }
    }
  }

  function totals(turns: readonly CardTurn[], cards: readonly CardPose[], from: number) {
    const open = turns.filter((turn) =>
      cards.some(({ name, turn: share }) => name === turn.name && share >= from),
    );
    return Object.fromEntries(
      game.sides.flatMap((side) => {
        const own = open.filter((turn) => turn.side === side);
        return game.total && own.length > 0 ? [[side, game.total(own)]] : [];
      }),
    );
  }

  return {
    pose,
    restsAfterMs(view) {
      switch (view.state.phase) {
        case "revealing": {
          const ends = turnsOf(view).map(({ turnAtMs, turnMs }) => turnAtMs + turnMs);
          return phaseMsAt(view, game.timing, Math.max(...ends) + CLOSE_AFTER_MS + 50);
        }
        case "result":
          return RESULT_MS.light;
        case "waiting":
          return SWEEP_MS.winnerAt + SWEEP_MS.card + 700;
        default:
          return 0;
      }
    },
    livesUntilMs: (view) => (view.state.phase === "betting" ? closesMsOf(view) : 0),
    movesAgain: (view) => dealtEarly(view, game.timing),
  };
}
