import type { BaccaratOutcome } from "../../../src/games/baccarat/rules.ts";
import { cameraAt, WIDE_SHOT } from "../../stage/cards/camera.ts";
import type { Blow, CameraKey, CameraPose, CloseCard } from "../../stage/cards/camera.ts";
import { phaseMsAt, revealMsAt, waitsForBeacon } from "../../stage/pacing.ts";
import type { Play } from "../../stage/scene.ts";
import { cardName } from "./coup.ts";
import type { BaccaratPose } from "./pose.ts";
import { BACCARAT_MS } from "./times.ts";
import { openMs, seenUntilMs, turnsOf } from "./turns.ts";
import type { Turn } from "./turns.ts";

type View = Play<BaccaratOutcome>;

/**
 * How closely a card is looked at from when it is lifted, one on its way there or turned quickly, whose totals stay on
 * their places, and both hands after the last.
 */
const [LIFTED, DEALT, AFTER] = [0.84, 0.4, 0.3];

/** How long after a card is lifted the camera is there, in ms. */
const THERE_MS = 200;

/** How long the camera takes to go from one card to another at the least, and back to see one dealt, in ms. */
const [GO_MS, LEAVE_MS] = [510, 290];

/** How long a card that lies open stays in close-up, and how long the camera then takes to draw back, in ms. */
const [SEEN_MS, BACK_MS] = [380, 900];

/** How long it then takes from one hand over to the other, in ms: as slowly as there is time, if there is for both. */
const SHOW_MS = { least: 950, most: 1_800 } as const;

/**
 * Where the camera goes in a coup: to each card from the fourth on, closer and closer until it lies open. What
 * comes after a card is decided once that is open, and not before.
 */
function keysOf(turns: readonly Turn[]): CameraKey[] {
  const { backAt, phase } = BACCARAT_MS;
  const [third, ...looked] = turns.slice(2);
  if (!third) {
    return [];
  }
  const keys: CameraKey[] = [{ atMs: openMs(third) - 160, card: null, push: 0 }];
  for (const [i, turn] of looked.entries()) {
    const before = looked[i - 1];
    const [card, isSqueezed] = [cardName(turn), turn.squeeze !== undefined];
    const leavesMs = before ? seenUntilMs(before) : 0;
    const here = keys.at(-1);
    if (before && here) {
      keys.push(
        { ...here, atMs: leavesMs },
        { atMs: leavesMs + LEAVE_MS, card, push: DEALT, isWhole: true },
      );
    }
    const thereMs = Math.max(turn.turnAtMs + THERE_MS, leavesMs + GO_MS);
    const isWhole = !isSqueezed;
    keys.push({ atMs: thereMs, card, push: isSqueezed ? LIFTED : DEALT, isWhole });
    keys.push({ atMs: openMs(turn), card, push: isSqueezed ? 1 : DEALT, isWhole });
  }
  const last = keys.at(-1);
  if (last && last.atMs + SEEN_MS + BACK_MS < backAt) {
    keys.push({ ...last, atMs: last.atMs + SEEN_MS });
    const fromMs = last.atMs + SEEN_MS + BACK_MS;
    keys.push({ ...last, atMs: fromMs, push: AFTER, isWhole: true });
    // Where much time is left, as after a banker's natural, both hands are shown once more: all of it lies open.
    const showMs = Math.min(SHOW_MS.most, (backAt - fromMs) / 2);
    if (showMs > SHOW_MS.least) {
      const player = cardName({ hand: "player", slot: 0 });
      keys.push({ atMs: fromMs + showMs, card: player, push: AFTER, isWhole: true });
      keys.push({ ...last, atMs: fromMs + 2 * showMs, push: AFTER, isWhole: true });
    }
  }
  const stays = keys.at(-1);
  return [
    ...keys,
    ...(stays ? [{ ...stays, atMs: Math.max(stays.atMs + 1, backAt) }] : []),
    { atMs: phase, card: null, push: 0 },
  ];
}

/** What comes down on the table in a coup. */
function blowsOf(turns: readonly Turn[]): Blow[] {
  return turns.flatMap((turn) => [
    { atMs: turn.dealAtMs + turn.dealMs, force: 0.8 },
    { atMs: openMs(turn), force: turn.squeeze ? 2.2 : 0.8 },
  ]);
}

/** The turn that is in close-up, or will be next of those whose card lies on the table. */
function closeTurn(turns: readonly Turn[], ms: number): Turn | undefined {
  const squeezed = turns.filter(({ squeeze, dealAtMs }) => squeeze && dealAtMs <= ms);
  return squeezed.find((turn) => ms < seenUntilMs(turn) + LEAVE_MS) ?? squeezed.at(-1);
}

function closeCard(turn: Turn | undefined, { hands }: BaccaratPose): CloseCard | null {
  const pose = turn && hands[turn.hand].cards[turn.slot];
  return turn?.squeeze && pose?.card
    ? { name: cardName(turn), pose, axis: turn.squeeze.axis }
    : null;
}

/** Where the camera looks. */
export function cameraOf(view: View, elapsedMs: number, pose: BaccaratPose): CameraPose {
  const { phase, round } = view.state;
  const ms = revealMsAt(view, BACCARAT_MS, elapsedMs);
  if (phase !== "revealing" || ms >= BACCARAT_MS.phase) {
    return WIDE_SHOT;
  }
  const turns = turnsOf(view.state, waitsForBeacon(view));
  const shot = cameraAt(keysOf(turns), blowsOf(turns), round, ms);
  const turn = closeTurn(turns, ms);
  // A card that is turned quickly has no close-up of its own: all of the table is sharp around it.
  const isOnIt = turn && [shot.from, shot.to].includes(cardName(turn));
  const blur = isOnIt ? shot.blur : 0;
  return {
    ...shot,
    blur,
    behindMs: turn && blur > 0 ? phaseMsAt(view, BACCARAT_MS, turn.turnAtMs + THERE_MS) : null,
    close: closeCard(turn, pose),
  };
}

/** How far into the phase it moves, in ms. */
export function filmedUntilMs(view: View): number {
  return view.state.phase === "revealing" ? phaseMsAt(view, BACCARAT_MS, BACCARAT_MS.phase) : 0;
}
