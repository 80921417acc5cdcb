import type { Focus } from "../../../src/games/contract.ts";
import type { FeltBand } from "../../../src/look/felt-band.ts";
import { VALUES } from "../../../src/round/cards.ts";
import type { CardValue } from "../../../src/round/cards.ts";
import { easeInOut, lerp, progress } from "../easing.ts";
import { DEALT_AFTER_MS, dealtEarly, dealtMsAt, phaseMsAt, revealMsAt } from "../pacing.ts";
import type { RevealTimesMs } from "../pacing.ts";
import type { CameraMatrix, MoveIn } from "../plates.ts";
import { confirmedWinner, resultLight } from "../result-light.ts";
import type { Play, Scene } from "../scene.ts";
import { RESULT_LIGHT_MS, SWEEP_MS, TABLE_MS } from "../times.ts";
import { dealtCard, jitter } from "./card-poses.ts";
import type { CardPose, CardPlan } from "./card-poses.ts";
import { finishedCard, sweepAction } from "./card-sweep.ts";
import type { FeltLines, InlayPose } from "./felt-inlay.ts";
import { ENTER_MS, dealActions, paddleAt, readyAction } from "./paddle-actions.ts";
import type { PaddleAction, PaddlePose } from "./paddle-actions.ts";
import { choreActions } from "./paddle-chores.ts";
import type { Chore } from "./paddle-chores.ts";
import { findPayment, PAY_MS, paidSide, paidStacks, payAction } from "./payment.ts";
import type { PaidPose } from "./payment.ts";
import type { Place } from "./places.ts";
import { possibleValues } from "./possible-values.ts";

/** A card table's shots, each a studio plate. */
export const SHOTS = ["master", "squeeze", "rail", "shoe", "hall"] as const;
export type Shot = (typeof SHOTS)[number];

/** The squeezed card's values with which a side wins. */
export interface WinningValues {
  side: string;
  values: readonly CardValue[];
}

/** The rules and sizes in which one card game differs from the others. */
export interface CardGame<Outcome> {
  readonly sides: readonly [left: string, right: string];
  readonly timesMs: RevealTimesMs;
  /** A round's cards in the order they are turned; during betting, the cards that every round has. */
  cards(view: Play<Outcome>): readonly CardPlan[];
  readonly band: FeltBand;
  /** How far the camera moves in on a winner, and the fixed point of the box, for the left side. */
  readonly moveIn: MoveIn;
  /** Whether a natural ended the round; omitted if the game has none. */
  isNatural?(state: Play<Outcome>["state"]): boolean;
  /** The cards' total; omitted if the game has no totals. */
  total?(cards: readonly CardPlan[]): number;
  /** Returns the winner for a value of the squeezed card, given the open cards; null if other cards can follow. */
  winnerFor?(view: Play<Outcome>, squeezed: CardPlan): ((value: CardValue) => string) | null;
}

export interface CardTableLayout {
  readonly sides: readonly [left: string, right: string];
  readonly plates: Readonly<Record<string, { url: string; matrix: CameraMatrix }>>;
  /** The part of each shot that is always visible. */
  readonly focus: Readonly<Record<Shot, Focus>>;
  readonly lines: FeltLines;
  /** Where each side's total is drawn; omitted if the game has no totals. */
  readonly totals?: Readonly<Record<string, { x: number; y: number }>>;
  /** The card's place in a close-up. */
  readonly close: Place;
}

export interface CardTablePose {
  shot: Shot;
  moveIn: MoveIn;
  cards: readonly CardPose[];
  /** The card in a close-up, by name; null if there is none. */
  close: string | null;
  /** The winner for each value still possible for the card in the close-up. */
  winningValues: readonly WinningValues[];
  /** Null while the paddle is off the table. */
  paddle: PaddlePose | null;
  paid: PaidPose | null;
  /** The light on a winning side, 0 to 1. */
  wins: Readonly<Record<"left" | "right" | "tie", number>>;
  inlay: InlayPose | null;
  /** How far the lamps are dimmed, 0 to 1. */
  dark: number;
  /** Each side's total of open cards. */
  totals: Readonly<Record<string, number>>;
}

/** Time between the start of a close-up and its squeeze, in ms. */
const CLOSE_BEFORE_MS = 140;
/**
 * Time between the end of a squeeze and the end of its close-up, in ms. A squeeze ends by `openBy` of its game, and the
 * camera still has to move in before the phase ends.
 */
const CLOSE_AFTER_MS = 260;
/** Length of the shot from the hall that begins a result, in ms. */
const HALL_MS = 1_350;
const REST_MS = 50;
/** Zoom reached at the end of a reveal, from the moment when all cards are open. */
const OPEN_ZOOM = 1.07;
/** Maximum time in which the camera moves in on the winner, in ms. */
const MOVE_IN_MS = 2_200;
/** Time in which the camera moves out as the table is cleared, in ms. */
const MOVE_OUT_MS = 400;
/** Interval at which slow changes of camera and light are drawn during betting, in ms; it spares a phone's battery. */
const SLOW_STEP_MS = 150;
/** Time before bets close at which the paddle is on the next card, in ms. */
const READY_MS = 2_600;
/** Zoom reached by the end of each shot during betting except the master. */
const DRIFT = 1.04;
/**
 * When all lines on the felt are lit, and when only those around the winner still are, in ms from the start of
 * `result`.
 */
const LINES_MS = { lit: 450, fade: 650, settled: 1_150 } as const;
const PULSE_MS = 600;
/** Number of pulses: for a tie, whose lines all stay lit, or a natural, and for other results. */
const PULSES = { rare: 3, common: 2 } as const;
/** Share of a line's brightness that pulses. */
const PULSE_DEPTH = 0.3;
/** The share by which the light on a winner fades after its rise, and the time it takes, in ms. */
const SETTLE = { by: 0.22, ms: 700 } as const;
const UNMOVED: MoveIn = { by: 1, x: 0.5, y: 0.5 };
/** Maximum shade of a loser's cards, which stay legible. */
const LOSER_DIM = 0.3;
/** How far the lamps are dimmed in the last seconds of betting and around a winner, 0 to 1. */
const DIM_BETTING = 0.34;
const DIM_RESULT = 0.46;
/** Share of a squeeze after which the panel next to the card disappears. */
const PANEL_UNTIL = 0.97;
/** Time after the sweep by which the paddle has left, in ms. */
const LEAVE_MS = 700;
/** Share of its turn after which a card counts in its total. */
export const READABLE = 0.8;

/** A shot during betting, the share of the betting time at which it ends, and the paddle's chore in it. */
type Cut = readonly [shot: Shot, until: number, chore?: Chore];

/** The shots during betting, by round, until the last quarter. */
const SEQUENCES: readonly (readonly Cut[])[] = [
  [
    ["hall", 0.15],
    ["master", 0.65, "spreads"],
  ],
  [
    ["rail", 0.14],
    ["master", 0.32, "squares"],
    ["shoe", 0.44],
  ],
  [
    ["shoe", 0.12],
    ["master", 0.62, "spreads"],
  ],
  [
    ["hall", 0.12],
    ["rail", 0.24],
    ["master", 0.74, "spreads"],
  ],
  [
    ["rail", 0.14],
    ["master", 0.64, "spreads"],
  ],
  [
    ["hall", 0.14],
    ["master", 0.32, "squares"],
    ["shoe", 0.44],
    ["rail", 0.56],
  ],
];

/** The last shots during betting, which show all betting places while players decide. */
const DECISION: readonly Cut[] = [
  ["hall", 0.8],
  ["master", 1],
];

/** When bets close, in ms from the start of `betting`; 0 if unknown. */
const betsCloseMs = ({ closesAtMs, betMs = 0 }: Play): number => closesAtMs ?? betMs;

/** A round's shots during betting; the camera stays still if players bet on the picture. */
const cutSequence = ({ bets, takesPresses }: Play, round: number): readonly Cut[] =>
  bets === undefined && !takesPresses
    ? [...(SEQUENCES[round % SEQUENCES.length] ?? []), ...DECISION]
    : [["master", 1]];

/** The paddle's actions during betting. It waits on the next card when bets close. */
function bettingActions(view: Play): PaddleAction[] {
  const closesMs = betsCloseMs(view);
  const chores = cutSequence(view, view.state.round).flatMap(([, until, chore], i, sequence) =>
    choreActions(chore, view.state.round, (sequence[i - 1]?.[1] ?? 0) * closesMs, until * closesMs),
  );
  return closesMs > 0
    ? [...chores, readyAction(closesMs - READY_MS, closesMs + DEALT_AFTER_MS)]
    : chores;
}

function bettingShot(view: Play, elapsedMs: number): { shot: Shot; moveIn: MoveIn } {
  const closesMs = betsCloseMs(view);
  const share = closesMs > 0 ? Math.min(1, elapsedMs / closesMs) : 1;
  const sequence = cutSequence(view, view.state.round);
  const index = sequence.findIndex(([, until]) => share <= until);
  const [shot, until] = sequence[index] ?? ["master", 1];
  const from = sequence[index - 1]?.[1] ?? 0;
  const by = shot === "master" ? 1 : lerp(1, DRIFT, (share - from) / (until - from));
  return { shot, moveIn: { ...UNMOVED, by } };
}

/** The shot in the `waiting` phase: the first shot of the next round, once the paddle has left. */
const waitingShot = (view: Play, elapsedMs: number): Shot =>
  elapsedMs > SWEEP_MS.toMs + ENTER_MS
    ? (cutSequence(view, view.state.round + 1)[0]?.[0] ?? "master")
    : "master";

/** The winner's cards rise and settle as they are lit: the height in mm, and the time from the start of `result`. */
const LIFT = { mm: 14, fromMs: 120, lengthMs: 620 } as const;
const liftAt = (resultMs: number): number =>
  LIFT.mm * Math.sin(Math.PI * progress(resultMs, LIFT.fromMs, LIFT.lengthMs));

export function cardScene<Outcome extends { result: string }>(
  game: CardGame<Outcome>,
): Omit<Scene<Outcome, CardTablePose>, "build"> {
  type View = Play<Outcome>;
  const planCards = (view: View): CardPlan[] =>
    game
      .cards(view)
      .map((plan, index) => ({ ...plan, place: jitter(plan.place, view.state.round, index) }));

  /** When a reveal's last close-up ends, in ms of a reveal of standard length. */
  const allOpenMs = (view: View): number =>
    Math.max(...planCards(view).map(({ turnAtMs, turnMs }) => turnAtMs + turnMs)) + CLOSE_AFTER_MS;

  /** How long the camera moves in on the winner, in ms; 0 if players bet on the picture. */
  const moveInLengthMs = ({ bets, resultMs = 3_000 }: View): number =>
    bets === undefined ? Math.min(MOVE_IN_MS, resultMs - HALL_MS - 50) : 0;

  function moveInAt(view: View, phaseMs: number): MoveIn {
    const winner = confirmedWinner(view.state);
    const moveInMs = moveInLengthMs(view);
    if (winner === null || moveInMs === 0) {
      return UNMOVED;
    }
    const share =
      view.state.phase === "result"
        ? easeInOut(progress(phaseMs, HALL_MS, moveInMs))
        : 1 - easeInOut(progress(phaseMs, 0, MOVE_OUT_MS));
    const { by, x, y } = game.moveIn;
    const side = paidSide(view, winner);
    return {
      by: 1 + (by - 1) * share,
      x: side === "tie" ? 0.5 : side === "left" ? x : 1 - x,
      y,
    };
  }

  /** The camera moves in slowly once all cards are open, until the result. */
  function openMoveIn(view: View, elapsedMs: number): MoveIn {
    const openMs = allOpenMs(view);
    const share = progress(elapsedMs, openMs, game.timesMs.phase - REST_MS - openMs);
    return { ...UNMOVED, by: view.bets === undefined ? lerp(1, OPEN_ZOOM, share) : 1 };
  }

  function inlayAt(view: View, phaseMs: number, light: number): InlayPose | null {
    const winner = confirmedWinner(view.state);
    if (winner === null) {
      return null;
    }
    const { lit, fade, settled } = LINES_MS;
    const atMs = view.state.phase === "waiting" ? Number.MAX_SAFE_INTEGER : phaseMs;
    const isTie = winner === "tie";
    const maxPulses = isTie || game.isNatural?.(view.state) ? PULSES.rare : PULSES.common;
    const pulses = Math.min(maxPulses, Math.max(0, (atMs - settled) / PULSE_MS));
    return {
      side: paidSide(view, winner),
      drawn: easeInOut(progress(atMs, 0, lit)),
      others: isTie ? 1 : 1 - easeInOut(progress(atMs, fade, settled - fade)),
      glow: light * (1 - PULSE_DEPTH + PULSE_DEPTH * Math.cos(2 * Math.PI * pulses)),
    };
  }

  function lights(view: View, elapsedMs: number) {
    const winner = confirmedWinner(view.state);
    const light = resultLight(view.state.phase, elapsedMs);
    const [left, right] = game.sides;
    const settled =
      view.state.phase === "result" ? progress(elapsedMs, RESULT_LIGHT_MS.rise, SETTLE.ms) : 1;
    const glow = 1 - SETTLE.by * easeInOut(settled);
    const lit = (side: string) => (side === winner ? glow * light : 0);
    // A tie has no loser.
    const hasLoser = winner !== null && winner !== "tie";
    return {
      light,
      dimOf: (side: string) => (hasLoser && side !== winner ? LOSER_DIM * light : 0),
      wins: { left: lit(left), right: lit(right), tie: lit("tie") },
    };
  }

  function pose(view: View, phaseMs: number): CardTablePose {
    const { phase } = view.state;
    const plans = planCards(view);
    const { dimOf, light, wins } = lights(view, phaseMs);
    const base = {
      moveIn: moveInAt(view, phaseMs),
      close: null,
      winningValues: [],
      wins,
      inlay: inlayAt(view, phaseMs, light),
      dark: 0,
      totals: {},
      paid: null,
    } as const;
    switch (phase) {
      case "betting": {
        const dealtMs = dealtMsAt(view, game.timesMs, phaseMs);
        const slowMs = Math.floor(phaseMs / SLOW_STEP_MS) * SLOW_STEP_MS;
        const dimmed = progress(slowMs, betsCloseMs(view) - TABLE_MS.last, TABLE_MS.last);
        const dark = DIM_BETTING * easeInOut(dimmed);
        // The cards are only dealt; their values are still unknown.
        const faceDown = plans.map((plan) => ({ ...plan, turnAtMs: Number.POSITIVE_INFINITY }));
        if (dealtMs > 0) {
          const cards = faceDown.map((plan) => dealtCard(plan, dealtMs));
          return {
            ...base,
            shot: "master",
            cards: cards.filter((card) => card !== null),
            paddle: paddleAt(dealActions(faceDown), dealtMs),
            dark,
          };
        }
        const actions = bettingActions(view);
        const now = actions.find(({ fromMs, toMs }) => phaseMs >= fromMs && phaseMs < toMs);
        return {
          ...base,
          ...bettingShot(view, slowMs),
          cards: now?.cards?.(phaseMs) ?? [],
          paddle: paddleAt(actions, phaseMs),
          dark,
        };
      }
      case "revealing": {
        const elapsedMs = revealMsAt(view, game.timesMs, phaseMs);
        const cards = plans
          .map((plan) => dealtCard(plan, elapsedMs))
          .filter((card) => card !== null);
        const close = plans.find(
          ({ squeeze, turnAtMs, turnMs }) =>
            squeeze !== undefined &&
            elapsedMs >= turnAtMs - CLOSE_BEFORE_MS &&
            elapsedMs < turnAtMs + turnMs + CLOSE_AFTER_MS,
        );
        const isOpen =
          close !== undefined && elapsedMs >= close.turnAtMs + close.turnMs * PANEL_UNTIL;
        return {
          ...base,
          moveIn: openMoveIn(view, elapsedMs),
          shot: close ? "squeeze" : "master",
          cards,
          close: close?.name ?? null,
          winningValues: close && !isOpen ? stillWinning(view, close, cards) : [],
          paddle: close ? null : paddleAt(dealActions(plans), elapsedMs),
          dark: DIM_BETTING * (1 - easeInOut(progress(phaseMs, 0, TABLE_MS.relax))),
          totals: totals(plans, cards, READABLE),
        };
      }
      default: {
        const isWaiting = phase === "waiting";
        const payment = findPayment(view, confirmedWinner(view.state));
        const cards = plans
          .map((plan) => finishedCard(plan, plans, isWaiting ? phaseMs : 0, dimOf(plan.side)))
          .filter((card) => card !== null)
          .map((card) => (isWaiting || card.dim > 0 ? card : { ...card, lift: liftAt(phaseMs) }));
        return {
          ...base,
          shot: isWaiting
            ? waitingShot(view, phaseMs)
            : view.bets === undefined && phaseMs < HALL_MS
              ? "hall"
              : "master",
          cards,
          dark: DIM_RESULT * Math.max(...Object.values(wins)),
          paddle: isWaiting
            ? paddleAt([sweepAction(plans)], phaseMs)
            : payment && paddleAt([payAction(game.band, payment)], phaseMs),
          paid: payment && paidStacks(game.band, payment, phaseMs, view),
          totals: totals(
            plans,
            cards.filter(({ travel }) => travel === 1),
            1,
          ),
        };
      }
    }
  }

  function stillWinning(
    view: View,
    squeezed: CardPlan,
    cards: readonly CardPose[],
  ): readonly WinningValues[] {
    const winner = game.winnerFor?.(view, squeezed) ?? null;
    if (winner === null) {
      return [];
    }
    const others = game.sides.filter((side) => side !== squeezed.side);
    const all = [squeezed.side, "tie", ...others]
      .map((side) => ({ side, values: VALUES.filter((value) => winner(value) === side) }))
      .filter(({ values }) => values.length > 0);
    const pose = cards.find(({ name }) => name === squeezed.name);
    if (!pose?.card || pose.axis === null) {
      return all;
    }
    const possible = possibleValues(pose.card.value, { ...pose, axis: pose.axis });
    return all.map(({ side, values }) => ({
      side,
      values: values.filter((value) => possible.includes(value)),
    }));
  }

  function totals(plans: readonly CardPlan[], cards: readonly CardPose[], from: number) {
    const open = plans.filter((plan) =>
      cards.some(({ name, turn }) => name === plan.name && turn >= from),
    );
    return Object.fromEntries(
      game.sides.flatMap((side) => {
        const own = open.filter((plan) => plan.side === side);
        return game.total && own.length > 0 ? [[side, game.total(own)]] : [];
      }),
    );
  }

  return {
    pose,
    restsAfterMs(view) {
      switch (view.state.phase) {
        case "revealing": {
          return phaseMsAt(view, game.timesMs, game.timesMs.phase - REST_MS) + 1;
        }
        case "result": {
          const lateMs = findPayment(view, confirmedWinner(view.state))?.lateMs ?? 0;
          return Math.max(
            PAY_MS.letGoAt + ENTER_MS + lateMs,
            LINES_MS.settled + PULSES.rare * PULSE_MS,
            HALL_MS + moveInLengthMs(view),
          );
        }
        case "waiting":
          return SWEEP_MS.toMs + LEAVE_MS;
        default:
          return betsCloseMs(view);
      }
    },
    movesAgain: (view) => dealtEarly(view, game.timesMs),
  };
}
