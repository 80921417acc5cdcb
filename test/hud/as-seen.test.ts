import { describe, expect, test } from "vitest";
import { replayAt } from "../../components/scenes/bigsixball/replay-moment.ts";
import { scene } from "../../components/scenes/bigsixball/scene.ts";
import { PODIUM_MS } from "../../components/scenes/bigsixball/times.ts";
import { callsOf } from "../../components/sound/calls.ts";
import type { Play } from "../../components/stage/scene.ts";
import type { BigSixBallOutcome } from "../../src/games/bigsixball/game.ts";
import { games } from "../../src/games/index.ts";
import { asSeen, untilToldMs } from "../../src/hud/as-seen.ts";
import { table } from "../../src/hud/table.ts";
import { lobbyWordsOf } from "../../src/i18n/index.ts";
import { langs } from "../../src/i18n/langs.ts";
import { tile } from "../../src/lobby/tile.ts";
import { previewView } from "../../src/previews/preview-view.ts";
import type { TableView } from "../../src/table/view.ts";
import { received, textOf } from "./table-view.ts";

/*
 * The cause: ribbon, ring and the row of last results named the winner of a photo finish while the picture
 * still replayed it.
 */

const at = (slug: string, elapsedMs: number, lang = "en", outcome = 1): TableView =>
  previewView({ slug, phase: "result", elapsedMs, outcome, lang }) as TableView;

const race = (elapsedMs: number, lang?: string, outcome?: number) =>
  at("bigsixball", elapsedMs, lang, outcome);

/** The races that are told of alike, by which of the fixtures they are, and when they are. */
const CLASSES = [
  { told: "close", outcomes: [1, 2, 3, 4], replayedMs: PODIUM_MS.at, namedMs: PODIUM_MS.namedAt },
  { told: "clear", outcomes: [0, 5], replayedMs: 2_000, namedMs: 2_700 },
] as const;
const REPLAYED_UNTIL_MS = PODIUM_MS.at;

const SHEETS = [null, "roads", "statistics", "history", "rules"] as const;

describe("until the replay of a race is over", () => {
  test.each(langs)("all that is written of it is the same whoever won, in %s", (lang) => {
    for (const sheet of SHEETS) {
      const written = CLASSES.flatMap(({ outcomes, namedMs }) =>
        outcomes.map((outcome) => {
          const view = race(namedMs - 1, lang, outcome);
          return textOf(table({ ...view, controls: { ...view.controls, sheet } }));
        }),
      );
      expect(new Set(written).size).toBe(1);
    }
  });

  // Picture, bar, row, tile, ribbon, live region, countdown and voice, each by itself.
  test.each(CLASSES)(
    "all who tell of it agree on the moments of one that was $told",
    ({ outcomes, replayedMs, namedMs }) => {
      const lobby = lobbyWordsOf("en");
      for (const outcome of outcomes) {
        const toldAt = (ms: number) => {
          const view = race(ms, "en", outcome);
          const play = { ...view, board: view.game.board } as unknown as Play<BigSixBallOutcome>;
          const { ranked, podium } = scene.pose(play, ms);
          const isUp = replayAt(play, ms, false).seen === 0 && podium > 0.4;
          const text = textOf(table(view));
          const { awaits } = asSeen(view);
          const winner = /Winner: /.test(text);
          const told = textOf(tile(race(5_900, "en", outcome), lobby));
          expect([ms, textOf(tile(view, lobby)) === told]).toEqual([ms, winner]);
          expect([ms, text.includes('part="banner"')]).toEqual([ms, winner]);
          expect([ms, text.includes('class="ring won"')]).toEqual([ms, winner]);
          expect([ms, ranked > 0]).toEqual([ms, winner && ms > namedMs]);
          return { awaits, winner, isUp, nextMs: untilToldMs(view, ms) };
        };
        const replayed = { awaits: "replay", winner: false, isUp: false };
        const risen = { awaits: "winner", winner: false, isUp: true };
        const named = { awaits: undefined, winner: true, isUp: true };
        expect(toldAt(200)).toEqual({ ...replayed, nextMs: replayedMs - 200 });
        expect(toldAt(replayedMs - 1)).toEqual({ ...replayed, nextMs: 1 });
        expect(toldAt(replayedMs)).toEqual({ ...risen, nextMs: namedMs - replayedMs });
        expect(toldAt(namedMs - 1)).toEqual({ ...risen, nextMs: 1 });
        expect(toldAt(namedMs)).toEqual({ ...named, nextMs: 0 });
        expect(toldAt(namedMs + 100)).toEqual({ ...named, nextMs: 0 });
        const [call] = callsOf(race(0, "en", outcome));
        expect(call?.atMs).toBe(namedMs + 350);
      }
    },
  );

  // The cause: it said "Racing" of a race that everybody had seen end.
  test.each(langs)("the bar says that it is a replay, in %s", (lang) => {
    const { playing = "", replayed = "" } = race(0, lang).words.games["bigsixball"] ?? {};
    const ran = previewView({
      slug: "bigsixball",
      phase: "revealing",
      elapsedMs: 9_000,
      outcome: 1,
      lang,
    });
    const says = (view: TableView) =>
      [playing, replayed].map(
        (word) => word !== "" && textOf(table(view)).includes(`:</span>${word}<`),
      );
    const endsMs = REPLAYED_UNTIL_MS;
    expect(says(ran as TableView)).toEqual([true, false]);
    expect(says(race(0, lang))).toEqual([false, true]);
    expect(says(race(endsMs - 1, lang))).toEqual([false, true]);
    expect(says(race(endsMs, lang))).toEqual([false, false]);
    expect(says({ ...race(0, lang), hasPicture: false })).toEqual([true, false]);
  });

  // The cause: "Finish replay" stood over the podium, until its winner was named.
  test.each(langs)(
    "the bar names the result as the podium is cut to, and no winner, in %s",
    (lang) => {
      const titleAt = (elapsedMs: number, outcome: number) =>
        received(
          /<p class="phase".*?<\/p>/.exec(textOf(table(race(elapsedMs, lang, outcome))))?.[0] ?? "",
        );
      const { phases } = race(0, lang).words;
      for (const elapsedMs of [PODIUM_MS.at, PODIUM_MS.namedAt - 1, PODIUM_MS.namedAt]) {
        expect([1, 2, 3].map((outcome) => titleAt(elapsedMs, outcome))).toEqual(
          Array(3).fill(phases.result),
        );
      }
      expect(titleAt(PODIUM_MS.at - 1, 1)).not.toContain(phases.result);
    },
  );

  test("a tile of the lobby says nothing of it either", () => {
    const words = lobbyWordsOf("en");
    const written = CLASSES.flatMap(({ outcomes, namedMs }) =>
      outcomes.map((outcome) => textOf(tile(race(namedMs - 1, "en", outcome), words))),
    );
    expect(new Set(written).size).toBe(1);
  });

  test("nobody calls the winner", () => {
    for (const { atMs } of callsOf(race(0))) {
      expect(atMs).toBeGreaterThanOrEqual(PODIUM_MS.namedAt);
    }
  });
});

test("as the flags come up, ribbon, ring, row and words name the winner", () => {
  const view = race(PODIUM_MS.namedAt);
  expect(asSeen(view)).toBe(view);
  const text = textOf(table(view));
  expect(text).toContain('part="banner"');
  expect(text).toContain('class="ring won"');
  expect(text).toContain("Winner: City, 1 City");
});

describe("a race on a table without motion", () => {
  const still = { ...race(0), isStill: true };

  // The cause: its podium stood there for 3.7 s while the bar said that they were racing.
  test("names its winner at once, as the podium stands there", () => {
    expect(asSeen(still)).toBe(still);
    const text = textOf(table(still));
    expect(text).toContain('class="ring won"');
    expect(text).toContain("Winner: City, 1 City");
    expect(untilToldMs(still, 0)).toBe(0);
    expect(callsOf(still)[0]?.atMs).toBeLessThan(1_000);
  });
});

test("the hud is drawn anew as the replay ends and as the winner is named", () => {
  const view = race(0);
  const [replayMs, namedMs] = [REPLAYED_UNTIL_MS, PODIUM_MS.namedAt];
  expect(
    [0, 10, replayMs, replayMs + 10, namedMs, namedMs + 10].map((ms) => untilToldMs(view, ms)),
  ).toEqual([replayMs, replayMs - 10, namedMs - replayMs, namedMs - replayMs - 10, 0, 0]);
});

test.each(games.filter(({ slug }) => slug !== "bigsixball"))(
  "$slug names its winner at once: its cards lie open",
  ({ slug }) => {
    const view = at(slug, 0);
    expect(asSeen(view)).toBe(view);
  },
);
