import type { DragonTigerOutcome } from "../../../src/games/dragontiger/game.ts";
import { cameraAt, WIDE_SHOT } from "../../stage/cards/camera.ts";
import type { Blow, CameraKey, CameraPose } from "../../stage/cards/camera.ts";
import { phaseMsAt, revealMsAt, waitsForBeacon } from "../../stage/pacing.ts";
import type { Play } from "../../stage/scene.ts";
import { tigerTimes } from "./duel.ts";
import type { DragonTigerPose } from "./pose.ts";
import { DRAGON_TIGER_MS } from "./times.ts";

type View = Play<DragonTigerOutcome>;

/** How closely the dragon's card is looked at as it is turned, and the tiger's from when it is lifted. */
const [DRAGON, TIGER] = [0.1, 0.84];

/** How long after the tiger's card is lifted the camera is there, in ms. */
const THERE_MS = 60;

/** Where the camera goes in a round: to the tiger's card, closer and closer until it lies open. */
function keysOf(round: number): CameraKey[] {
  const { turnDragonAt, turn, backAt, phase } = DRAGON_TIGER_MS;
  const { turnAtMs, openMs } = tigerTimes(round);
  const dragonMs = turnDragonAt + turn;
  return [
    { atMs: turnDragonAt - 200, card: null, push: 0 },
    { atMs: dragonMs, card: "dragon", push: DRAGON },
    { atMs: dragonMs + 250, card: "dragon", push: DRAGON },
    { atMs: turnAtMs + THERE_MS, card: "tiger", push: TIGER },
    { atMs: openMs, card: "tiger", push: 1 },
    { atMs: backAt, card: "tiger", push: 1 },
    { atMs: phase, card: null, push: 0 },
  ];
}

/** What comes down on the table in a round. */
function blowsOf(round: number, isDealt: boolean): Blow[] {
  const { dealDragonAt, dealTigerAt, deal, turnDragonAt, turn } = DRAGON_TIGER_MS;
  const landed = isDealt ? [] : [dealDragonAt + deal, dealTigerAt + deal];
  return [
    ...landed.map((atMs) => ({ atMs, force: 1 })),
    { atMs: turnDragonAt + turn, force: 1 },
    { atMs: tigerTimes(round).openMs, force: 2.2 },
  ];
}

/** Where the camera looks. */
export function cameraOf(view: View, elapsedMs: number, { cards }: DragonTigerPose): CameraPose {
  const { phase, round } = view.state;
  const ms = revealMsAt(view, DRAGON_TIGER_MS, elapsedMs);
  if (phase !== "revealing" || ms >= DRAGON_TIGER_MS.phase) {
    return WIDE_SHOT;
  }
  const { turnAtMs, squeeze } = tigerTimes(round);
  const shot = cameraAt(keysOf(round), blowsOf(round, waitsForBeacon(view)), round, ms);
  return {
    ...shot,
    behindMs: shot.blur > 0 ? phaseMsAt(view, DRAGON_TIGER_MS, turnAtMs + THERE_MS) : null,
    close: cards.tiger.card && { name: "tiger", pose: cards.tiger, axis: squeeze.axis },
  };
}

/** How far into the phase it moves, in ms. */
export function filmedUntilMs(view: View): number {
  return view.state.phase === "revealing"
    ? phaseMsAt(view, DRAGON_TIGER_MS, DRAGON_TIGER_MS.phase)
    : 0;
}
