/** Lengths of the parts of a race, in ms from the start of phase `revealing`. Every ball lies still by 15.9 s. */
export const RACE_MS = {
  /** The phase that all of this is timed for; in a longer one it takes its time. */
  phase: 16_000,
  /** Balls roll back out of their stalls while the call is read. */
  lineUpAt: 190,
  leave: 200,
  /** Then one rolls into each lane, in the launch order, so long after another: all are set before the first lamp. */
  drawAt: 400,
  drawEvery: 100,
  draw: 330,
  /** Three lamps over the gate, each so long after another; all go out with the launch, as a fourth would come. */
  lampAt: 1_260,
  lampEvery: 420,
  /** How long the gate takes to open. */
  gate: 200,
  launchAt: 2_520,
  /** When the field would be in if it ran to the line as one, and when the first ball is, at the earliest and at the latest. */
  fieldAt: 13_080,
  firstFrom: 12_900,
  firstUntil: 13_060,
  /** All roll out until then: every race is over, and its picture stands. */
  over: 14_500,
  /** That is shown here, as the line is crossed in slow motion. */
  restsAt: 15_900,
  /** The flash of the camera on the line. */
  flash: 420,
} as const;

/** The end of a race, in ms from the start of phase `result`. */
export const RESULT_MS = {
  /** The line is seen once more, so much slower than the race was, until the first touches it, and stands. */
  touchAt: 850,
  slower: 4,
  /** Then the picture cuts to the best three, and the hud names the winner: as the game's `revealTimes` has it. */
  plinthAt: 1_700,
  namedAt: 2_000,
  /** The winner leaps up so long after that, the other two each so long after; it takes this long, and then they are named. */
  riseAt: 100,
  riseEvery: 950,
  rise: 1_150,
  /** The crowd hops until then. */
  over: 5_900,
} as const;

/** The next line-up, in ms from the start of phase `waiting`: the gate is empty, marbles roll in until then, and sink into the tray. */
export const WAITING_MS = { plinthUntil: 700, rollFrom: 1_050, until: 2_400, sink: 450 } as const;

/**
 * Slow motion over the last widths before the line, in ms of what the phase is timed for and of the race: it comes,
 * it stays, and the rest of the race takes what is left. The same in every race, for every winner.
 */
const SLOW = { from: 12_250, full: 12_750, until: 14_720, speed: 0.36 } as const;
const SLOWED = SLOW.from + ((SLOW.full - SLOW.from) * (1 + SLOW.speed)) / 2;
const LEFT = SLOWED + (SLOW.until - SLOW.full) * SLOW.speed;
/** How much of the time that is left it takes until the race is as fast as it then stays. */
const QUICKENS = 0.25;

/** The moment of a race at a moment of its phase as that is timed, both in ms: at `restsAt` it is over. */
export function raceMsAt(ms: number): number {
  const { from, full, until, speed } = SLOW;
  if (ms <= from) {
    return ms;
  }
  if (ms <= full) {
    const t = ms - from;
    return ms - ((1 - speed) * t * t) / (2 * (full - from));
  }
  if (ms <= until) {
    return SLOWED + (ms - full) * speed;
  }
  const [long, left] = [RACE_MS.restsAt - until, RACE_MS.over - LEFT];
  const fast = (left / long - (speed * QUICKENS) / 2) / (1 - QUICKENS / 2);
  const t = Math.min(1, (ms - until) / long);
  const quickening = Math.min(t, QUICKENS);
  const gained = speed * quickening + ((fast - speed) * quickening ** 2) / (2 * QUICKENS);
  return LEFT + long * (gained + fast * (t - quickening));
}

/** The moment of the phase, as that is timed, at which a moment of the race is seen, both in ms. */
export function seenMsOf(raceMs: number): number {
  let [from, to]: [number, number] = [0, RACE_MS.restsAt];
  while (to - from > 0.5) {
    const middle = (from + to) / 2;
    [from, to] = raceMsAt(middle) < raceMs ? [middle, to] : [from, middle];
  }
  return to;
}
