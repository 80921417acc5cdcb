import { cardBackOf } from "./card-backs.ts";
import type { Look } from "./looks.ts";
import { mix } from "./mix.ts";

/** The room that a table stands in while a round is played: the same for all who look at that round. */
export interface Room {
  /** The time of day, 0 to 24: the table's own, in steps of half an hour. */
  hour: number;
  /** Which board of the day it is, from 0: each is dealt from another pack. */
  board: number;
  /** Which round of its board, from 0, and how many follow on it. */
  round: number;
  left: number;
}

/** How much less light changes by where the cloth is bright: it is lit as by day at any hour. */
const BY_DAY = 0.35;

/** The light of an hour. */
interface Light {
  hour: number;
  /** What falls in through the windows of the room, and how much of the lamp's light is that. */
  sky: string;
  sees: number;
  /** What the corners fade to, and how much of that. */
  dusk: string;
  fades: number;
  /** How much of the lamp's light the cloth throws back, and how dark the corners are, by what they are at night. */
  bright: number;
  deep: number;
}

const light = (
  hour: number,
  [sky, sees]: readonly [string, number],
  [dusk, fades]: readonly [string, number],
  bright: number,
  deep: number,
): Light => ({ hour, sky, sees, dusk, fades, bright, deep });

const NIGHT = [["#ffd9a0", 0] as const, ["#0b0f14", 0] as const, 1, 1] as const;

/** The light of a day: lamps alone until five, rose as it dawns, clear at noon, gold, and then blue. */
const DAY: readonly Light[] = [
  light(0, ...NIGHT),
  light(5, ...NIGHT),
  light(6.5, ["#ff9f8f", 0.75], ["#241a30", 0.8], 1.05, 0.98),
  light(9, ["#e4eede", 0.7], ["#13222a", 0.7], 1.16, 0.84),
  light(13, ["#d3ece4", 0.9], ["#16303a", 0.8], 1.28, 0.7),
  light(16.5, ["#ffe0a0", 0.8], ["#22241a", 0.6], 1.3, 0.82),
  light(18.5, ["#ff8a4a", 0.9], ["#2a1216", 0.9], 1.3, 0.96),
  light(20, ["#b79be0", 0.6], ["#10142e", 0.95], 0.95, 1),
  light(22, ...NIGHT),
  light(24, ...NIGHT),
];

/** The look of a table in a room; without one it is night there. */
export function lookIn(look: Look, room: Room | undefined): Look {
  // For eyes that need all the contrast there is the light stays as it is.
  if (room === undefined) {
    return look;
  }
  const cardBack = cardBackOf(room.board);
  if (!look.isOrnate) {
    return { ...look, cardBack };
  }
  const after = Math.max(
    1,
    DAY.findIndex(({ hour }) => hour > room.hour),
  );
  const [from, to] = [DAY[after - 1], DAY[after]];
  if (!from || !to) {
    return { ...look, cardBack };
  }
  const share = (room.hour - from.hour) / (to.hour - from.hour);
  const at = (part: "sees" | "fades" | "bright" | "deep") =>
    from[part] + (to[part] - from[part]) * share;
  const much = look.addsLight ? 1 : BY_DAY;
  const times = (factor: number) => 1 + (factor - 1) * much;
  return {
    ...look,
    cardBack,
    lamp: mix(look.lamp, mix(from.sky, to.sky, share), at("sees") * much),
    lampShare: look.lampShare * times(at("bright")),
    night: mix(look.night, mix(from.dusk, to.dusk, share), at("fades") * much),
    vignette: look.vignette * times(at("deep")),
  };
}
