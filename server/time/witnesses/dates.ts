import { plainFetch } from "../../http/fetch.ts";
import type { Fetch } from "../../http/fetch.ts";
import type { SetTimer } from "../../runtime/timers.ts";
import type { Clock } from "../clock.ts";
import { aged, narrowed, offsetOf } from "../offset.ts";
import type { Offset } from "../offset.ts";

/** The clocks of those whom this server asks for something by HTTP anyway, in whole seconds. */
export interface DatesWitness {
  /** `plainFetch`, which also reads the header `Date` of every answer. */
  readonly fetch: Fetch;
  /** Asks each of these for nothing but the time, all at once. Never rejects. */
  ask(addresses: readonly string[]): Promise<void>;
  /** The clocks that answered lately, one a host, at a time of the steady clock. */
  clocks(steadyMs: number): readonly Offset[];
  /**
   * Asks all whom this server talks to, and from then on each that has not answered for a minute: else the
   * first of several relays to answer would be the only voice. Never rejects.
   */
  start(): Promise<void>;
  stop(): void;
}

export interface DatesOptions {
  /** Addresses of those whom this server talks to anyway. */
  readonly regulars: readonly string[];
  readonly steady: Clock;
  readonly setTimer: SetTimer;
  readonly onAnswer: () => void;
}

const TIMEOUT_MS = 3_000;
const SECOND_MS = 1_000;
/** How often hosts are checked for how long they have not answered. */
const LOOK_MS = 15_000;
const QUIET_MS = 60_000;
/** A host's word counts for so long: this clock and that one may run apart by 0.7 s meanwhile. */
const FRESH_MS = 3_600_000;

export function datesWitness({ regulars, steady, setTimer, onAnswer }: DatesOptions): DatesWitness {
  const clocks = new Map<string, Offset>();
  const ended = new AbortController();
  let cancel = () => {};

  async function timed(address: string, init?: RequestInit) {
    const sentMs = steady();
    const response = await plainFetch(address, init);
    return { response, clock: readDate(response.headers, sentMs, steady()) };
  }

  function keep(address: string, clock: Offset): void {
    // By the name that was asked, so that nobody gets more voices by redirecting.
    const { host } = new URL(address);
    clocks.set(host, narrowed(clocks.get(host), clock));
  }

  async function ask(addresses: readonly string[]): Promise<void> {
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const asked = addresses.map(async (address) => {
      const { response, clock } = await timed(address, { method: "HEAD", signal });
      await response.body?.cancel();
      return clock && { address, clock };
    });
    const answers = (await Promise.allSettled(asked)).flatMap((answer) =>
      answer.status === "fulfilled" && answer.value !== undefined ? [answer.value] : [],
    );
    answers.forEach(({ address, clock }) => keep(address, clock));
    if (answers.length > 0 && !ended.signal.aborted) {
      onAnswer();
    }
  }

  async function askQuiet(): Promise<void> {
    const quiet = regulars.filter((address) => {
      const clock = clocks.get(new URL(address).host);
      return clock === undefined || steady() - clock.atMs > QUIET_MS;
    });
    await ask(quiet);
    if (!ended.signal.aborted) {
      cancel = setTimer(() => void askQuiet(), LOOK_MS);
    }
  }

  return {
    async fetch(address, init) {
      const { response, clock } = await timed(address, init);
      if (clock !== undefined) {
        keep(address, clock);
        onAnswer();
      }
      return response;
    },
    ask,
    clocks: (steadyMs) =>
      [...clocks.values()]
        .filter(({ atMs }) => steadyMs - atMs <= FRESH_MS)
        .map((clock) => aged(clock, steadyMs)),
    start: () => (regulars.length === 0 ? Promise.resolve() : askQuiet()),
    stop() {
      ended.abort();
      cancel();
    },
  };
}

function readDate(headers: Headers, sentMs: number, receivedMs: number): Offset | undefined {
  const fromMs = Date.parse(headers.get("date") ?? "");
  // What a cache kept is as old as the cache says.
  return Number.isNaN(fromMs) || headers.has("age")
    ? undefined
    : offsetOf({ fromMs, toMs: fromMs + SECOND_MS, sentMs, receivedMs });
}
