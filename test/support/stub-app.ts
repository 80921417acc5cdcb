import { tmpdir } from "node:os";
import { createApp } from "../../server/app.ts";
import type { Deps } from "../../server/deps.ts";
import { createProxies } from "../../server/http/proxies.ts";
import { createOracle } from "../../server/oracle/oracle.ts";
import { trustedClock } from "../../server/oracle/service-clock.ts";
import { createNextTurn } from "../../server/runtime/loop-turns.ts";
import { createMetrics } from "../../server/runtime/metrics.ts";
import { VECTOR_SECRET } from "./dealt-rounds.ts";
import { NOW_MS } from "./service.ts";

/** The routes with working parts, except those that a test replaces. */
export function stubApp(given: Partial<Deps>) {
  const log: { event: string; fields: unknown }[] = [];
  const { now = () => NOW_MS } = given;
  const page = { html: "{{table}}", styleHashes: [], scriptHashes: [] };
  const give = async () => page;
  const app = createApp({
    oracle: createOracle({ secret: VECTOR_SECRET, timeZone: "UTC" }),
    keyChecker: { check: async () => ({ verdict: "ok", keyId: "key_1", origins: [] }) },
    fairness: {
      headers: { of: () => undefined },
      records: { of: async () => undefined },
      isCommitted: () => true,
      keys: () => ({ version: "tbs/1", keys: [], chains: [], firstRounds: {} }),
    },
    maintenance: { isDown: () => false },
    proxies: createProxies([], () => {}),
    budget: { spend: () => {} },
    metrics: createMetrics(),
    streams: {
      refusal: () => undefined,
      open: () => {},
      check: () => {},
      end: () => {},
      isEnding: false,
    },
    withPastBeacons: async (_game, _rounds, make) => make(),
    nextTurn: createNextTurn(),
    pages: { embed: give, lobby: give, home: give, verify: give, replay: give },
    assets: new Map(),
    usage: { record: () => {}, flush: async () => {} },
    portal: null,
    isSelling: false,
    lowestPrice: async () => null,
    isSandbox: false,
    baseUrl: null,
    contact: "",
    dataDir: tmpdir(),
    clock: trustedClock(now),
    now,
    store: { state: "responding", fault: null },
    log: (event, fields) => log.push({ event, fields }),
    ...given,
  });
  return {
    app,
    ask: async (path: string, init?: RequestInit): Promise<Response> =>
      app.request(`http://tableside.test${path}`, init),
    log,
  };
}
