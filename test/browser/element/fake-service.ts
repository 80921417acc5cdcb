import type { HistoryEntry, RoundState, Schedule } from "../../../src/wire/responses.ts";

const GENESIS_MS = Date.UTC(2026, 0, 1);
const LENGTHS = { betting: 15_000, revealing: 9_000, result: 4_000, waiting: 2_000 };

type Phase = keyof typeof LENGTHS;

/** A service in place of `fetch`: it responds with the test's data, and counts requests. */
export class FakeService {
  state: RoundState<Record<string, unknown>> = dragonTiger(100, "betting");
  failure:
    | { status: number; retryAfterS?: number; code?: string; reason?: string }
    | "network"
    | null = null;
  readonly records = new Map<number, object>();
  readonly asked: string[] = [];
  readonly #realFetch = globalThis.fetch;

  constructor() {
    globalThis.fetch = (input, init) => this.#respond(String(input), init ?? {});
  }

  say(state: RoundState<Record<string, unknown>>): void {
    this.state = state;
    this.nudge();
  }

  nudge(): void {
    window.dispatchEvent(new Event("online"));
  }

  restore(): void {
    globalThis.fetch = this.#realFetch;
  }

  async #respond(address: string, { signal }: RequestInit): Promise<Response> {
    signal?.throwIfAborted();
    // The table's own pictures.
    if (address.endsWith(".avif")) {
      return this.#realFetch.call(globalThis, address);
    }
    this.asked.push(new URL(address).pathname + new URL(address).search);
    if (this.failure === "network") {
      throw new TypeError("Failed to fetch");
    }
    if (this.failure !== null) {
      const { status, retryAfterS, code, reason } = this.failure;
      const headers = retryAfterS === undefined ? {} : { "retry-after": String(retryAfterS) };
      return new Response(JSON.stringify({ status, code, reason }), { status, headers });
    }
    const [, round] = /\/rounds\/(\d+)$/.exec(address) ?? [];
    if (round !== undefined) {
      const record = this.records.get(Number(round));
      return Response.json(record ?? {}, { status: record === undefined ? 404 : 200 });
    }
    return Response.json(this.#body(new URL(address).pathname));
  }

  #body(path: string): RoundState | HistoryEntry[] | Schedule {
    if (path.endsWith("/current")) {
      return this.state;
    }
    if (path.endsWith("/results")) {
      return path.includes("/dragontiger/") ? history(this.state) : [];
    }
    return scheduleAt(this.state);
  }
}

/** How far into its phase every state is. */
const INTO_MS = 1_000;

export function dragonTiger(round: number, phase: Phase): RoundState<Record<string, unknown>> {
  const shows = phase !== "betting";
  return {
    round,
    daily_round: round,
    date: "2026-01-01",
    phase,
    remainMs: shows ? 0 : LENGTHS.betting - INTO_MS,
    dragon: shows ? { suit: "S", value: "K" } : null,
    tiger: shows ? { suit: "H", value: "A" } : null,
    result: phase === "result" || phase === "waiting" ? "dragon" : null,
  };
}

/** A clock `INTO_MS` into the state's phase, years away from the viewer's own. */
export function scheduleAt(state: RoundState): Schedule {
  const phases = Object.entries(LENGTHS).map(([phase, ms]) => ({ phase: phase as Phase, ms }));
  const before = phases.slice(
    0,
    phases.findIndex(({ phase }) => phase === state.phase),
  );
  const startMs = GENESIS_MS + (state.round - 1) * 30_000;
  return {
    slug: "dragontiger",
    now: startMs + before.reduce((sum, { ms }) => sum + ms, 0) + INTO_MS,
    genesis: GENESIS_MS,
    intervalMs: 30_000,
    timeZone: "Asia/Seoul",
    entropy: "seed",
    closesMs: LENGTHS.betting,
    phases,
    next: null,
  };
}

export function history(state: RoundState): HistoryEntry[] {
  const over = state.phase === "result" || state.phase === "waiting";
  const latest = over ? state.round : state.round - 1;
  return Array.from({ length: 10 }, (_, index) => ({
    round: latest - index,
    daily_round: latest - index,
    date: "2026-01-01",
    dragon: { suit: "S", value: "K" },
    tiger: { suit: "H", value: "A" },
    result: "dragon",
  }));
}
