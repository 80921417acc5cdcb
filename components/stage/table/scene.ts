import type { FeltBand } from "../../../src/look/felt-band.ts";
import { PAY_MS, paymentOf } from "../bets/payment.ts";
import type { SideLight } from "../lights.ts";
import { resultLight, sideLight, winnerOf } from "../lights.ts";
import { dealtEarly, dealtMsAt, phaseMsAt, revealMsAt } from "../pacing.ts";
import type { RevealTiming } from "../pacing.ts";
import type { CameraMatrix, Focus } from "../plates.ts";
import type { Play, Scene } from "../scene.ts";
import { RESULT_MS, SWEEP_MS, TABLE_MS } from "../times.ts";
import { easeInOut, progress } from "../tracks.ts";
import type { Place } from "./places.ts";
import {
  COMES_MS,
  dealingDeeds,
  dealtCard,
  finishedCard,
  paletteAt,
  strayed,
  sweepingDeeds,
} from "./round.ts";
import type { CardPose, CardTurn, Deed, PalettePose } from "./round.ts";
import { paidStack, payingDeeds, workingDeeds } from "./works.ts";
import type { StackPose, Work } from "./works.ts";

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
  readonly band: FeltBand;
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
  /** Where every card in close-up lies. */
  readonly close: Place;
}

/** Where everything is on a card table. */
export interface CardTablePose {
  shot: Shot;
  /** How much closer the camera is than it stands. */
  zoom: number;
  cards: readonly CardPose[];
  /** The card that the camera looks at closely, and what it decides. */
  close: string | null;
  stakes: readonly Stake[];
  /** Null while it is away. */
  palette: PalettePose | null;
  /** The chips that the winner is paid. */
  paid: StackPose | null;
  /** The light of the win on each side and on the tie, 0 to 1. */
  wins: Readonly<Record<"left" | "right" | "tie", number>>;
  /** How far the lamps have fallen, 0 to 1. */
  dark: number;
  /** What each side's open cards add up to. */
  totals: Readonly<Record<string, number>>;
}

/** A card is looked at closely from so long before it is squeezed until so long after it lies open, in ms. */
const [CLOSE_BEFORE_MS, CLOSE_AFTER_MS] = [220, 260] as const;
/** Once all cards are open the camera moves in by this share; how long that takes, and moving out again, in ms. */
const [NEARER, IN_MS, OUT_MS] = [0.055, 2_600, 500] as const;
/** How long a reveal rests at its end, in ms. */
const REST_MS = 50;
/** In the last seconds of betting the lamps fall by this much. */
const FALLEN = 0.34;
/** A card counts once so much of it has been turned. */
const FACED = 0.8;

/** A shot while bets are taken, until which share of the time, and what the palette does in it. */
type Stretch = readonly [shot: Shot, until: number, work?: Work];

/**
 * What happens while bets are taken, by the number of the round. The camera is back at the table for the last third, in
 * which players decide.
 */
const WALKS: readonly (readonly Stretch[])[] = [
  [
    ["rail", 0.16],
    ["master", 0.46, "squares"],
    ["shoe", 0.6],
    ["master", 1, "opens"],
  ],
  [
    ["master", 0.3, "tidies"],
    ["rail", 0.44],
    ["master", 1, "squares"],
  ],
  [
    ["shoe", 0.16],
    ["master", 0.46, "opens"],
    ["rail", 0.6],
    ["master", 1, "tidies"],
  ],
  [
    ["rail", 0.16],
    ["master", 0.46, "tidies"],
    ["master", 1, "squares"],
  ],
  [
    ["master", 0.3, "opens"],
    ["shoe", 0.44],
    ["master", 1, "tidies"],
  ],
  [
    ["shoe", 0.16],
    ["rail", 0.3],
    ["master", 1, "opens"],
  ],
];

/** When bets close, in ms of phase `betting`; 0 where nobody says. */
const closesMsOf = ({ closesAtMs, betMs = 0 }: Play): number => closesAtMs ?? betMs;

/** The walk of a round; where players bet on the picture, it stays as it is. */
const walkOf = ({ state, bets }: Play): readonly Stretch[] =>
  (bets === undefined && WALKS[state.round % WALKS.length]) || [["master", 1]];

/** What the palette does while bets are taken. */
const bettingDeeds = (view: Play): Deed[] =>
  walkOf(view).flatMap(([, until, work], i, walk) =>
    workingDeeds(work, (walk[i - 1]?.[1] ?? 0) * closesMsOf(view), until * closesMsOf(view)),
  );

function bettingShot(view: Play, elapsedMs: number): Shot {
  const closesMs = closesMsOf(view);
  const share = closesMs > 0 ? Math.min(1, elapsedMs / closesMs) : 1;
  return walkOf(view).find(([, until]) => share <= until)?.[0] ?? "master";
}

/** How high the winner's cards are as the light falls on them, in mm: they rise once and settle. */
const risen = (resultMs: number): number => 14 * Math.sin(Math.PI * progress(resultMs, 120, 620));

/** The drawing of a game of cards, all but what is drawn. */
export function cardScene<Outcome extends { result: string }>(
  game: CardGame<Outcome>,
): Omit<Scene<Outcome, CardTablePose>, "build"> {
  type View = Play<Outcome>;
  const turnsOf = (view: View): CardTurn[] =>
    game
      .turns(view)
      .map((turn, nth) => ({ ...turn, place: strayed(turn.place, view.state.round, nth) }));

  /** When all cards are open, and when the camera has moved in, in ms of the reveal as it is timed. */
  function endOf(view: View) {
    const ends = turnsOf(view).map(({ turnAtMs, turnMs }) => turnAtMs + turnMs);
    const openMs = Math.max(...ends) + CLOSE_AFTER_MS;
    const lastMs = game.timing.phase - REST_MS;
    return { openMs, lastMs, restsMs: Math.max(openMs, Math.min(lastMs, openMs + IN_MS)) };
  }

  function zoomAt(view: View, phaseMs: number): number {
    const { openMs, lastMs, restsMs } = endOf(view);
    const nearAt = (ms: number) => easeInOut(progress(ms, openMs, IN_MS));
    switch (view.state.phase) {
      case "revealing":
        return 1 + NEARER * nearAt(Math.min(revealMsAt(view, game.timing, phaseMs), restsMs));
      case "result":
        return 1 + NEARER * nearAt(lastMs + phaseMs);
      case "waiting":
        return 1 + NEARER * (1 - easeInOut(progress(phaseMs, 0, OUT_MS)));
      default:
        return 1;
    }
  }

  function lights(view: View, elapsedMs: number) {
    const winner = winnerOf(view.state);
    const light = resultLight(view.state.phase, elapsedMs);
    const of = (side: string): SideLight => sideLight(side, winner, light);
    const [left, right] = game.sides;
    const isTie = winner === "tie";
    // It comes up brighter than it stays.
    const settled = view.state.phase === "result" ? progress(elapsedMs, RESULT_MS.light, 700) : 1;
    const glow = 1 - 0.22 * easeInOut(settled);
    return {
      dimOf: (side: string) => of(side).dim,
      wins: {
        left: isTie ? 0 : glow * of(left).lit,
        right: isTie ? 0 : glow * of(right).lit,
        tie: isTie ? glow * of("tie").lit : 0,
      },
    };
  }

  function pose(view: View, phaseMs: number): CardTablePose {
    const { phase } = view.state;
    const turns = turnsOf(view);
    const { dimOf, wins } = lights(view, phaseMs);
    const zoom = zoomAt(view, phaseMs);
    const base = { zoom, close: null, stakes: [], wins, dark: 0, totals: {}, paid: null } as const;
    switch (phase) {
      case "betting": {
        const dealtMs = dealtMsAt(view, game.timing, phaseMs);
        const closesMs = closesMsOf(view);
        const dark = FALLEN * easeInOut(progress(phaseMs, closesMs - TABLE_MS.last, TABLE_MS.last));
        // They are only dealt: their values are not known yet.
        const waiting = turns.map((turn) => ({ ...turn, turnAtMs: Number.POSITIVE_INFINITY }));
        const cards = dealtMs > 0 ? waiting.map((turn) => dealtCard(turn, dealtMs)) : [];
        return {
          ...base,
          shot: dealtMs > 0 ? "master" : bettingShot(view, phaseMs),
          cards: cards.filter((card) => card !== null),
          palette:
            dealtMs > 0
              ? paletteAt(dealingDeeds(waiting), dealtMs)
              : paletteAt(bettingDeeds(view), phaseMs),
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
          palette: close ? null : paletteAt(dealingDeeds(turns), elapsedMs),
          dark: FALLEN * (1 - easeInOut(progress(phaseMs, 0, TABLE_MS.relax))),
          totals: totals(turns, cards, FACED),
        };
      }
      default: {
        const isWaiting = phase === "waiting";
        const payment = paymentOf(view, winnerOf(view.state));
        const cards = turns
          .map((turn) =>
            finishedCard(turn, phaseMs, turns, isWaiting ? SWEEP_MS : null, dimOf(turn.side)),
          )
          .filter((card) => card !== null)
          .map((card) => (isWaiting || card.dim > 0 ? card : { ...card, lift: risen(phaseMs) }));
        return {
          ...base,
          shot: isWaiting && phaseMs > SWEEP_MS.toMs + 420 ? "rail" : "master",
          cards,
          dark: FALLEN * Math.max(...Object.values(wins)),
          palette: isWaiting
            ? paletteAt(sweepingDeeds(turns, SWEEP_MS), phaseMs)
            : payment && paletteAt(payingDeeds(game.band, payment), phaseMs),
          paid: payment && paidStack(game.band, payment, phaseMs, view),
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
          return phaseMsAt(view, game.timing, endOf(view).restsMs) + 1;
        }
        case "result": {
          const { openMs, lastMs } = endOf(view);
          const lateMs = paymentOf(view, winnerOf(view.state))?.lateMs ?? 0;
          return Math.max(PAY_MS.letGoAt + COMES_MS + lateMs, openMs + IN_MS - lastMs);
        }
        case "waiting":
          return SWEEP_MS.toMs + 700;
        default:
          return Math.max(0, ...bettingDeeds(view).map(({ toMs }) => toMs + COMES_MS));
      }
    },
    lightsUntilMs: (view) => (view.state.phase === "betting" ? closesMsOf(view) : 0),
    movesAgain: (view) => dealtEarly(view, game.timing),
  };
}
