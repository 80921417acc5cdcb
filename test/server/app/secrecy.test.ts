import { describe, expect, test } from "vitest";
import { createOracle } from "../../../server/rounds/oracle.ts";
import type { Game } from "../../../src/games/contract.ts";
import { games } from "../../../src/games/index.ts";
import {
  GENESIS_MS,
  phaseLengthMs,
  phaseStartMs,
  roundStartMs,
} from "../../../src/round/phases.ts";
import { VECTOR_SECRET } from "../../support/dealt-rounds.ts";
import { snapshotOf } from "../../support/embed-page.ts";
import {
  issueKey,
  OTHER_SECRET_HEX,
  startService,
  type TestService,
} from "../../support/service.ts";
import { stubApp } from "../../support/stub-app.ts";

/*
 * What is said while bets are open is what a service with another secret says, its past apart: so
 * nothing in it depends on what will be dealt.
 */

const ROUND = 40_000;

/** What anybody may ask, a game's key included, and what is refused. */
function questions(game: Game, keyText: string): [path: string, accept: string][] {
  const api = `/embed/${game.slug}/api`;
  const json = "application/json";
  return [
    [`${api}/current`, json],
    [`${api}/schedule`, json],
    [`${api}/results`, json],
    [`${api}/results?limit=500`, json],
    [`${api}/results?before=${ROUND + 1}`, json],
    [`${api}/results?before=99999999999999999999&limit=500`, json],
    [`${api}/results?limit=0`, json],
    [`${api}/current?round=${ROUND}&phase=result&now=9999999999999`, json],
    [`/embed/${game.slug}/?key=${keyText}`, "text/html"],
    [`/embed/${game.slug}/?key=wrong`, "text/html"],
    [`/embed/${game.slug}/`, json],
    [`/embed/${game.slug}?key=${keyText}`, json],
    ["/", "text/html"],
    ["/healthz", json],
    ["/nothing", json],
    [`/embed/${ROUND}/api/current`, json],
  ];
}

/** Everything that is said at a moment: statuses, headers, bodies and the log. */
async function everythingSaid(
  { ask, log }: Pick<TestService, "ask"> & { readonly log: readonly unknown[] },
  game: Game,
  keyText: string,
): Promise<string> {
  const said: string[] = [];
  for (const [path, accept] of questions(game, keyText)) {
    for (const method of ["GET", "HEAD", "POST", "OPTIONS"]) {
      const answer = await ask(path, { method, headers: { accept } });
      said.push(`${answer.status}`, JSON.stringify([...answer.headers]), await answer.text());
    }
  }
  return [...said, ...log.map((line) => JSON.stringify(line))].join("\n");
}

describe.each(games)("of a running round of $slug", (game) => {
  const startMs = roundStartMs(ROUND, game.intervalMs);
  const bettingMs = phaseLengthMs("betting", game);

  test("two secrets say the same, byte for byte, until bets are closed", async () => {
    const [one, other] = await Promise.all([
      startService(),
      startService({ env: { ORACLE_SECRET: OTHER_SECRET_HEX } }),
    ]);
    for (const ms of [0, 1, 4_321, bettingMs / 2, bettingMs - 1]) {
      for (const service of [one, other]) {
        service.clock.nowMs = startMs + ms;
      }
      for (const part of ["current", "schedule"]) {
        const path = `/embed/${game.slug}/api/${part}`;
        const [said, saidByOther] = await Promise.all([one.ask(path), other.ask(path)]);
        expect([...said.headers]).toEqual([...saidByOther.headers]);
        expect(await said.text()).toBe(await saidByOther.text());
      }
    }
  });

  test("the page of two secrets is the same but for the past", async () => {
    const pages = [];
    for (const ORACLE_SECRET of [undefined, OTHER_SECRET_HEX]) {
      const env = ORACLE_SECRET === undefined ? {} : { ORACLE_SECRET };
      const service = await startService({ nowMs: startMs + bettingMs - 1, env });
      const { keyText } = await issueKey(service, { endsAtMs: startMs + 86_400_000 });
      const html = await (await service.ask(`/embed/${game.slug}/?key=${keyText}`)).text();
      const snapshot = snapshotOf(html);
      expect(snapshot.results[0]?.round).toBe(ROUND - 1);
      pages.push([withoutThePast(html), { ...snapshot, results: [] }]);
    }
    expect(pages[0]).toEqual(pages[1]);
  });

  test("nothing at all depends on the secret in the very first round, which has no past", async () => {
    for (const ms of [0, 1, bettingMs / 2, bettingMs - 1]) {
      const [said, saidByOther] = await Promise.all(
        [VECTOR_SECRET, new Uint8Array(32)].map((secret) => {
          const oracle = createOracle({ secret, timeZone: "UTC" });
          return everythingSaid(stubApp({ oracle, now: () => GENESIS_MS + ms }), game, "x");
        }),
      );
      expect(said).toBe(saidByOther);
    }
  });

  test("the history leaves it out, however it is asked for, until its phase is result", async () => {
    const { clock, read } = await startService();
    const resultMs = phaseStartMs(ROUND, "result", game);
    const paths = questions(game, "x").flatMap(([path]) =>
      path.includes("/results") ? [path] : [],
    );
    for (const nowMs of [startMs, resultMs - 1]) {
      clock.nowMs = nowMs;
      const said = JSON.stringify(await Promise.all(paths.map(read)));
      expect(said).toContain(`"round":${ROUND - 1},`);
      expect(said).not.toContain(`"round":${ROUND},`);
    }
  });

  test("the page shows no winner before the phase is result", async () => {
    const service = await startService();
    const { keyText } = await issueKey(service, { endsAtMs: startMs + 86_400_000 });
    const resultMs = phaseStartMs(ROUND, "result", game);
    for (const nowMs of [startMs, resultMs - game.intervalMs / 10, resultMs - 1]) {
      service.clock.nowMs = nowMs;
      const html = await (await service.ask(`/embed/${game.slug}/?key=${keyText}`)).text();
      const snapshot = snapshotOf(html);
      expect(snapshot.results[0]?.round).toBe(ROUND - 1);
      expect(Object(snapshot.state)).not.toHaveProperty("result", expect.any(String));
      expect(html).not.toContain('class="banner"');
    }
    // A race takes up to so long to name its winner.
    service.clock.nowMs = resultMs + 3_700;
    const html = await (await service.ask(`/embed/${game.slug}/?key=${keyText}`)).text();
    expect(html).toContain('class="banner"');
  });
});

test("the secret itself is in no reply and no log line", async () => {
  const service = await startService();
  const { keyText } = await issueKey(service);
  const hex = Buffer.from(VECTOR_SECRET).toString("hex");
  const base64 = Buffer.from(VECTOR_SECRET).toString("base64");
  for (const game of games) {
    const said = await everythingSaid(service, game, keyText);
    expect(said).not.toContain(hex.slice(0, 16));
    expect(said).not.toContain(base64.slice(0, 12));
  }
});

/** A page without its snapshot, its beads, its podiums and the words of them. */
function withoutThePast(html: string): string {
  return html
    .replace(/<script type="application\/json">[\s\S]*?<\/script>/, "")
    .replace(/<section class="podiums"[\s\S]*?<\/section>/, "")
    .replace(/<div class="roads"[\s\S]*?(?=<div class="strip")/, "")
    .replace(/<ol>[\s\S]*?<\/ol>/, "");
}
