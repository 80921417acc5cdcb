/** The two clocks of a browser. */
export interface Clocks {
  /** The viewer's date, epoch ms: it may be wrong, and it may be set. */
  date(): number;
  /** A clock that only goes forward, in ms. In some systems it stands still in sleep. */
  local(): number;
}

/** Clocks that disagree by more than this were not both running, in ms. */
const APART_MS = 2_000;
/** Who looks every second and finds that so much went by was not awake, in ms. */
const ABSENT_MS = 10_000;

/** Notices that the machine slept: no event tells a page so. */
export class SleepWatch {
  readonly #clocks: Clocks;
  #dateMs: number;
  #localMs: number;

  constructor(clocks: Clocks) {
    this.#clocks = clocks;
    this.#dateMs = clocks.date();
    this.#localMs = clocks.local();
  }

  /**
   * Whether the machine may have slept since this was last asked. `isRegular` says that it is asked
   * every second, so that a long time in between is itself a sign. A date that was set looks like
   * sleep; that costs two requests.
   */
  mayHaveSlept(isRegular: boolean): boolean {
    const dateMs = this.#clocks.date();
    const localMs = this.#clocks.local();
    const passedMs = localMs - this.#localMs;
    const apartMs = Math.abs(dateMs - this.#dateMs - passedMs);
    this.#dateMs = dateMs;
    this.#localMs = localMs;
    return apartMs > APART_MS || (isRegular && passedMs > ABSENT_MS);
  }
}
