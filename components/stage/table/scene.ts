import type { FeltBand } from "../../../src/look/felt-band.ts";
import type { CardValue } from "../../../src/round/cards.ts";
import { PAY_MS, paidSide, paymentOf } from "../bets/payment.ts";
import type { SideLight } from "../lights.ts";
import { resultLight, sideLight, winnerOf } from "../lights.ts";
import { dealtEarly, dealtMsAt, phaseMsAt, revealMsAt } from "../pacing.ts";
import type { RevealTiming } from "../pacing.ts";
import type { CameraMatrix, Focus, Push } from "../plates.ts";
import type { Play, Scene } from "../scene.ts";
import { RESULT_MS, SWEEP_MS, TABLE_MS } from "../times.ts";
import { easeInOut, lerp, progress } from "../tracks.ts";
import type { FeltLines, InlayPose } from "./inlay.ts";
import { possibleValues } from "./peek.ts";
import type { Place } from "./places.ts";
import {
  COMES_MS,
  dealingDeeds,
  dealtCard,
  finishedCard,
  paddleAt,
  strayed,
  sweepingDeeds,
} from "./round.ts";
import type { CardPose, CardTurn, Deed, PaddlePose } from "./round.ts";
import { paidStack, payingDeeds, workingDeeds } from "./works.ts";
import type { StackPose, Work } from "./works.ts";

/** The shots of a card table, each a plate of the studio. */
export const SHOTS = ["master", "squeeze", "rail", "shoe", "hall"] as const;
export type Shot = (typeof SHOTS)[number];

/** Which values of the card that is squeezed let a side win. */
export interface Stake {
  side: string;
  values: readonly CardValue[];
}

/** What a game of cards is, besides what all tables of cards have. */
export interface CardGame<Outcome> {
  /** The sides on the left and on the right. */
  readonly sides: readonly [left: string, right: string];
  readonly timing: RevealTiming;
  /** The cards of a round in the order in which they are turned; while bets are taken those that any round has. */
  turns(view: Play<Outcome>): readonly CardTurn[];
  readonly band: FeltBand;
  /** How far the camera moves in on a side that has won, and the point of the box that stays in place then, as for a left one. */
  readonly push: Push;
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
  readonly lines: FeltLines;
  /** Where a side's total is shown; left out where none is. */
  readonly totals?: Readonly<Record<string, { x: number; y: number }>>;
  /** Where every card in close-up lies. */
  readonly close: Place;
}

/** Where everything is on a card table. */
export interface CardTablePose {
  shot: Shot;
  /** How far the camera has moved in. */
  push: Push;
  cards: readonly CardPose[];
  /** The card that the camera looks at closely. */
  close: string | null;
  /** What it decides, by the values that it may still have as far as it is in view. */
  stakes: readonly Stake[];
  /** Null while it is away. */
  paddle: PaddlePose | null;
  /** The chips that the winner is paid. */
  paid: StackPose | null;
  /** The light of the win on each side and on the tie, 0 to 1. */
  wins: Readonly<Record<"left" | "right" | "tie", number>>;
  /** The lines on the felt around the winner; null while they are dark. */
  inlay: InlayPose | null;
  /** How far the lamps have fallen, 0 to 1. */
  dark: number;
  /** What each side's open cards add up to. */
  totals: Readonly<Record<string, number>>;
}

/** A card is looked at closely from so long before it is squeezed until so long after it lies open, in ms. */
const [CLOSE_BEFORE_MS, CLOSE_AFTER_MS] = [220, 260] as const;
/** A result is first shown from the hall, until then, in ms. Then the camera moves in on the winner for so long, in ms. */
const [HALL_MS, IN_MS] = [1_350, 2_200] as const;
/** How long it moves out again as the table is cleared, in ms. */
const OUT_MS = 400;
/** While bets are taken it moves in on the tray and on the shoe by this factor. */
const DRIFT = 1.07;
/** The lines around the winner light up from the first moment to the second, in ms of phase `result`. */
const LIT_MS = [150, 900] as const;
/** Then they pulse twice, each time for so long, in ms. */
const PULSE_MS = 1_000;
const UNMOVED: Push = { by: 1, x: 0.5, y: 0.5 };
/** In the last seconds of betting the lamps fall by this much. */
const FALLEN = 0.34;
/** And by this much around a winner. */
const FALLEN_AROUND = 0.46;
/** A card counts once so much of it has been turned. */
const FACED = 0.8;

/** A shot while bets are taken, until which share of the time, and what the paddle does in it. */
type Stretch = readonly [shot: Shot, until: number, work?: Work];

/** What happens while bets are taken, by the number of the round. In the last third, in which players decide, all places are in view. */
const WALKS: readonly (readonly Stretch[])[] = [
  [
    ["hall", 0.17],
    ["master", 0.67, "spreads"],
    ["hall", 1],
  ],
  [
    ["rail", 0.16],
    ["master", 0.46, "squares"],
    ["shoe", 0.6],
    ["hall", 1],
  ],
  [
    ["shoe", 0.15],
    ["master", 0.65, "spreads"],
    ["hall", 1],
  ],
  [
    ["hall", 0.2],
    ["rail", 0.34],
    ["master", 1, "tidies"],
  ],
  [
    ["rail", 0.15],
    ["master", 0.65, "spreads"],
    ["hall", 1],
  ],
  [
    ["hall", 0.16],
    ["master", 0.46, "tidies"],
    ["shoe", 0.6],
    ["master", 1, "squares"],
  ],
];

/** When bets close, in ms of phase `betting`; 0 where nobody says. */
const closesMsOf = ({ closesAtMs, betMs = 0 }: Play): number => closesAtMs ?? betMs;

/** The walk of a round; where players bet on the picture, it stays as it is. */
const walkOf = ({ bets }: Play, round: number): readonly Stretch[] =>
  (bets === undefined && WALKS[round % WALKS.length]) || [["master", 1]];

/** What the paddle does while bets are taken. */
const bettingDeeds = (view: Play): Deed[] =>
  walkOf(view, view.state.round).flatMap(([, until, work], i, walk) =>
    workingDeeds(work, (walk[i - 1]?.[1] ?? 0) * closesMsOf(view), until * closesMsOf(view)),
  );

/** The shot while bets are taken, and how far the camera has moved in by then. */
function bettingShot(view: Play, elapsedMs: number): { shot: Shot; push: Push } {
  const closesMs = closesMsOf(view);
  const share = closesMs > 0 ? Math.min(1, elapsedMs / closesMs) : 1;
  const walk = walkOf(view, view.state.round);
  const nth = walk.findIndex(([, until]) => share <= until);
  const [shot, until] = walk[nth] ?? ["master", 1];
  const from = walk[nth - 1]?.[1] ?? 0;
  const isMoving = shot !== "master" && nth < walk.length - 1;
  const by = isMoving ? lerp(1, DRIFT, (share - from) / (until - from)) : 1;
  return { shot, push: { ...UNMOVED, by } };
}

/** When the camera comes to rest while bets are taken, in ms. */
const driftsUntilMs = (view: Play): number =>
  (walkOf(view, view.state.round).at(-2)?.[1] ?? 0) * closesMsOf(view);

/** As soon as the paddle has left, the next round begins: with its own first shot. */
const waitingShot = (view: Play, elapsedMs: number): Shot =>
  elapsedMs > SWEEP_MS.toMs + COMES_MS
    ? (walkOf(view, view.state.round + 1)[0]?.[0] ?? "master")
    : "master";

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

  /** When all cards of a reveal are open, in ms of it as it is timed. */
  const openMsOf = (view: View): number =>
    Math.max(...turnsOf(view).map(({ turnAtMs, turnMs }) => turnAtMs + turnMs)) + CLOSE_AFTER_MS;

  /** How long the camera moves in on the winner, in ms; 0 where an operator's bets lie on the picture. */
  const inMsOf = ({ bets, resultMs = 3_000 }: View): number =>
    bets === undefined ? Math.min(IN_MS, resultMs - HALL_MS - 50) : 0;

  function pushAt(view: View, phaseMs: number): Push {
    const winner = winnerOf(view.state);
    const inMs = inMsOf(view);
    if (winner === null || inMs === 0) {
      return UNMOVED;
    }
    const share =
      view.state.phase === "result"
        ? easeInOut(progress(phaseMs, HALL_MS, inMs))
        : 1 - easeInOut(progress(phaseMs, 0, OUT_MS));
    const { by, x, y } = game.push;
    const side = paidSide(view, winner);
    return {
      by: 1 + (by - 1) * share,
      x: side === "tie" ? 0.5 : side === "left" ? x : 1 - x,
      y,
    };
  }

  function inlayAt(view: View, phaseMs: number, light: number): InlayPose | null {
    const winner = winnerOf(view.state);
    if (winner === null) {
      return null;
    }
    const [fromMs, toMs] = LIT_MS;
    const isWaiting = view.state.phase === "waiting";
    const pulses = isWaiting ? 2 : Math.min(2, Math.max(0, (phaseMs - toMs) / PULSE_MS));
    return {
      side: paidSide(view, winner),
      drawn: isWaiting ? 1 : easeInOut(progress(phaseMs, fromMs, toMs - fromMs)),
      glow: light * (0.65 + 0.35 * Math.cos(2 * Math.PI * pulses)),
    };
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
      light,
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
    const { dimOf, light, wins } = lights(view, phaseMs);
    const base = {
      push: pushAt(view, phaseMs),
      close: null,
      stakes: [],
      wins,
      inlay: inlayAt(view, phaseMs, light),
      dark: 0,
      totals: {},
      paid: null,
    } as const;
    switch (phase) {
      case "betting": {
        const dealtMs = dealtMsAt(view, game.timing, phaseMs);
        const closesMs = closesMsOf(view);
        const dark = FALLEN * easeInOut(progress(phaseMs, closesMs - TABLE_MS.last, TABLE_MS.last));
        // They are only dealt: their values are not known yet.
        const waiting = turns.map((turn) => ({ ...turn, turnAtMs: Number.POSITIVE_INFINITY }));
        if (dealtMs > 0) {
          const cards = waiting.map((turn) => dealtCard(turn, dealtMs));
          return {
            ...base,
            shot: "master",
            cards: cards.filter((card) => card !== null),
            paddle: paddleAt(dealingDeeds(waiting), dealtMs),
            dark,
          };
        }
        const deeds = bettingDeeds(view);
        const now = deeds.find(({ fromMs, toMs }) => phaseMs >= fromMs && phaseMs < toMs);
        return {
          ...base,
          ...bettingShot(view, phaseMs),
          cards: now?.cards?.(phaseMs) ?? [],
          paddle: paddleAt(deeds, phaseMs),
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
          stakes: close && !isOpen ? stakesOf(view, close, cards) : [],
          paddle: close ? null : paddleAt(dealingDeeds(turns), elapsedMs),
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
          shot: isWaiting
            ? waitingShot(view, phaseMs)
            : view.bets === undefined && phaseMs < HALL_MS
              ? "hall"
              : "master",
          cards,
          dark: FALLEN_AROUND * Math.max(...Object.values(wins)),
          paddle: isWaiting
            ? paddleAt(sweepingDeeds(turns, SWEEP_MS), phaseMs)
            : payment && paddleAt(payingDeeds(game.band, payment), phaseMs),
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

  function stakesOf(view: View, close: CardTurn, cards: readonly CardPose[]): Stake[] {
    const stakes = game.stakes?.(view, close) ?? [];
    const pose = cards.find(({ name }) => name === close.name);
    if (!pose?.card || pose.axis === null) {
      return [...stakes];
    }
    const possible = possibleValues(pose.card.value, { ...pose, axis: pose.axis });
    return stakes.map(({ side, values }) => ({
      side,
      values: values.filter((value) => possible.includes(value)),
    }));
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
          return phaseMsAt(view, game.timing, openMsOf(view)) + 1;
        }
        case "result": {
          const lateMs = paymentOf(view, winnerOf(view.state))?.lateMs ?? 0;
          return Math.max(
            PAY_MS.letGoAt + COMES_MS + lateMs,
            LIT_MS[1] + 2 * PULSE_MS,
            HALL_MS + inMsOf(view),
          );
        }
        case "waiting":
          return SWEEP_MS.toMs + 700;
        default:
          return Math.max(
            driftsUntilMs(view),
            ...bettingDeeds(view).map(({ toMs }) => toMs + COMES_MS),
          );
      }
    },
    lightsUntilMs: (view) => (view.state.phase === "betting" ? closesMsOf(view) : 0),
    movesAgain: (view) => dealtEarly(view, game.timing),
  };
}
