/** The two clocks of a browser. */
export interface Clocks {
  /** The viewer's date, epoch ms. It can be wrong, and it can be set. */
  date(): number;
  /** A clock that only goes forward, in ms. On some systems it stops during sleep. */
  local(): number;
}

/** If the two clocks drift apart by more than this, one of them was stopped or set, in ms. */
const MAX_DRIFT_MS = 2_000;
/** A page that checks every second and finds a longer gap than this was not running, in ms. */
const MAX_GAP_MS = 10_000;

/** Detects that the machine was asleep: browsers have no event for it. */
export class SleepDetector {
  readonly #clocks: Clocks;
  #dateMs: number;
  #localMs: number;

  constructor(clocks: Clocks) {
    this.#clocks = clocks;
    this.#dateMs = clocks.date();
    this.#localMs = clocks.local();
  }

  /**
   * Whether the machine may have slept since the last call. Pass `isRegular` if calls come every
   * second: then a long gap is itself a sign of sleep. Setting the date looks like sleep too, which
   * costs two requests.
   */
  mayHaveSlept(isRegular: boolean): boolean {
    const dateMs = this.#clocks.date();
    const localMs = this.#clocks.local();
    const passedMs = localMs - this.#localMs;
    const driftMs = Math.abs(dateMs - this.#dateMs - passedMs);
    this.#dateMs = dateMs;
    this.#localMs = localMs;
    return driftMs > MAX_DRIFT_MS || (isRegular && passedMs > MAX_GAP_MS);
  }
}
