/** What a scene says of the pace of a phase, in ms of it. */
export interface Pace {
  /** Until here it moves. */
  restsAfterMs: number;
  /** Until here its light lives on. */
  livesUntilMs: number;
  /** How often a picture at rest is looked at. */
  stepMs: number;
}

/** Which moment is to be drawn, and when to look again. */
export interface Beat {
  poseAtMs: number;
  /** 0 for the next frame; null when nothing will change any more. */
  waitMs: number | null;
}

/**
 * The beat at a moment of a phase. At rest time goes in whole steps of the phase, so that every table
 * on a page, and every viewer, changes at once.
 */
export function beatAt(elapsedMs: number, pace: Pace): Beat {
  const { restsAfterMs, livesUntilMs, stepMs } = pace;
  if (elapsedMs < restsAfterMs) {
    return { poseAtMs: elapsedMs, waitMs: 0 };
  }
  const stepped = Math.floor(elapsedMs / stepMs) * stepMs;
  return {
    poseAtMs: Math.max(restsAfterMs, Math.min(stepped, livesUntilMs)),
    waitMs: elapsedMs < livesUntilMs ? stepMs - (elapsedMs % stepMs) : null,
  };
}

/**
 * How much longer phase `revealing` is than what a reveal is timed for: it fills what it has. Never
 * below 1.
 */
export function stretchOf({ revealMs }: { revealMs?: number }, timedForMs: number): number {
  return Math.max(1, (revealMs ?? timedForMs) / timedForMs);
}
