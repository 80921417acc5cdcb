import { expect, test } from "vitest";
import { createFeed, HEARTBEAT, lobbyMessage } from "../../../server/oracle/feed.ts";
import { createOracle } from "../../../server/oracle/oracle.ts";
import { exactTime } from "../../../server/oracle/time-source.ts";
import { games } from "../../../src/games/index.ts";
import { momentAt, PHASES, phaseStartMs } from "../../../src/round/phases.ts";
import type { LobbyChange } from "../../../src/wire/answers.ts";
import { VECTOR_SECRET } from "../../support/dealt-rounds.ts";
import { manualClock } from "../../support/manual-clock.ts";

const oracle = createOracle({ secret: VECTOR_SECRET, timeZone: "UTC" });
/** The start of a minute, and so of a round of every game. */
const START_MS = phaseStartMs(4_001, "betting", games[0]!);

const changeIn = (bytes: Uint8Array) =>
  JSON.parse(/^data: (.*)$/m.exec(String(bytes))?.[1] ?? "null") as LobbyChange | null;

/** A feed whose audience is one listener, who joins at once. */
function listen(startMs = START_MS + 500) {
  const clock = manualClock(startMs);
  const sent: { atMs: number; change: LobbyChange | null }[] = [];
  const state = { size: 0, ended: "", down: new Set<string>() };
  let isTimeUnknown = false;
  const feed = createFeed({
    games,
    audience: {
      get size() {
        return state.size;
      },
      add: () => {},
      remove: () => {},
      send(bytes) {
        if (state.size > 0) {
          sent.push({ atMs: clock.now(), change: bytes === HEARTBEAT ? null : changeIn(bytes) });
        }
      },
      end(reason) {
        state.size = 0;
        state.ended = reason;
      },
    },
    oracle,
    maintenance: { isDown: (slug) => state.down.has(slug) },
    clock: {
      time: () => exactTime(clock.now()),
      fault: () => (isTimeUnknown ? "The time is unknown." : null),
    },
    setTimer: clock.setTimer,
    endsFor: (reason) => reason === "clock",
    messageOf: lobbyMessage,
  });
  const first = feed.join()?.map(changeIn) ?? null;
  state.size = 1;
  return { clock, feed, first, sent, state, goAstray: () => (isTimeUnknown = true) };
}

test("every change of every game is sent once", () => {
  const { clock, sent } = listen();
  clock.pass(120_000);
  for (const game of games) {
    const changes = sent.filter(({ change }) => change?.game === game.slug);
    expect(changes).toHaveLength((120_000 / game.intervalMs) * PHASES.length);
    for (const { atMs, change } of changes) {
      const { round, phase, elapsedMs } = momentAt(atMs, game);
      expect(elapsedMs).toBe(0);
      expect(change).toEqual({
        game: game.slug,
        closed: null,
        state: oracle.current(game, exactTime(atMs)),
      });
      expect(change?.state).toMatchObject({ round, phase });
    }
  }
});

test("a game's closing is announced once", () => {
  const { clock, sent, state } = listen();
  state.down.add("baccarat");
  clock.pass(70_000);
  const sentOfBaccarat = () => sent.filter(({ change }) => change?.game === "baccarat");
  expect(sentOfBaccarat().map(({ change }) => change)).toEqual([
    { game: "baccarat", closed: "maintenance", state: null },
  ]);
  state.down.delete("baccarat");
  clock.pass(1_000);
  expect(sentOfBaccarat().at(-1)?.change).toMatchObject({
    closed: null,
    state: { phase: "betting" },
  });
});

test("a server that does not know the time disconnects all clients", () => {
  const { clock, feed, state, goAstray } = listen();
  goAstray();
  clock.pass(1_000);
  expect(state.ended).toBe("clock");
  expect(feed.join()).toBeNull();
});
