import { execFile } from "node:child_process";
import { errorCode } from "../../runtime/error-code.ts";
import type { SetTimer } from "../../runtime/timers.ts";
import { aged } from "../offset.ts";
import type { Offset } from "../offset.ts";

/** What chrony, where it runs, knows about this machine's clock. */
export interface ChronyWitness {
  /** True time at a time of the steady clock; undefined where chrony does not run or is not in step. */
  clock(steadyMs: number): Offset | undefined;
  start(): void;
  stop(): void;
}

export interface ChronyOptions {
  /** How far this machine's clock is ahead of the steady clock now, and what that one says, in ms. */
  readonly own: () => { readonly ownMs: number; readonly steadyMs: number };
  readonly setTimer: SetTimer;
  readonly onAnswer: () => void;
  /** Runs `chronyc`; the real one if absent. Rejects with code ENOENT where there is none. */
  readonly ask?: () => Promise<string>;
}

const ASK_MS = 16_000;
/** Longer than chrony ever leaves its sources alone. */
const FRESH_S = 7_200;

export function chronyWitness(options: ChronyOptions): ChronyWitness {
  const { own, setTimer, onAnswer, ask = askChronyc } = options;
  let clock: Offset | undefined;
  let isStopped = false;
  let cancel = () => {};

  async function look(): Promise<void> {
    try {
      const error = readTracking(await ask());
      const { ownMs, steadyMs } = own();
      clock = error && {
        leastMs: ownMs + error.slowMs - error.boundMs,
        mostMs: ownMs + error.slowMs + error.boundMs,
        atMs: steadyMs,
      };
      onAnswer();
    } catch (error) {
      if (errorCode(error) === "ENOENT") {
        return;
      }
      clock = undefined;
    }
    if (!isStopped) {
      cancel = setTimer(() => void look(), ASK_MS);
    }
  }

  return {
    clock: (steadyMs) => clock && aged(clock, steadyMs),
    start: () => void look(),
    stop() {
      isStopped = true;
      cancel();
    },
  };
}

/** How far a machine's clock is behind true time, and how much that may be off, in ms. */
interface ClockError {
  readonly slowMs: number;
  readonly boundMs: number;
}

/**
 * Reads what `chronyc -c tracking` writes: its fields are described in chronyc(1), and the bound in its
 * section on tracking. Undefined where chrony is not in step with anything.
 */
export function readTracking(text: string): ClockError | undefined {
  const fields = text.trim().split(",");
  const [correctionS, rootDelayS, dispersionS, intervalS] = [4, 10, 11, 12].map((at) =>
    Number(fields[at] || Number.NaN),
  ) as [number, number, number, number];
  const isInStep = fields[13] !== undefined && fields[13] !== "Not synchronised";
  const boundMs = (Math.abs(correctionS) + rootDelayS / 2 + dispersionS) * 1_000;
  return isInStep && intervalS < FRESH_S && Number.isFinite(boundMs)
    ? { slowMs: correctionS * 1_000, boundMs }
    : undefined;
}

/** What `chronyc` says; rejects with the code ENOENT where there is none. */
function askChronyc(): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile("chronyc", ["-n", "-c", "tracking"], { timeout: 2_000 }, (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    );
  });
}
