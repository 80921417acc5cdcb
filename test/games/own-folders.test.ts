import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { games, slugs } from "../../src/games/index.ts";
import { fixtures } from "../../src/hud/table/fixtures.ts";
import { wordsOf } from "../../src/i18n/index.ts";
import { langs } from "../../src/i18n/langs.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Files that may name a game; everywhere else it is one of `games`. The build names the game whose scene shares a
 * chunk with its own extras, and the studio the games it renders.
 */
const MAY_NAME_A_GAME =
  /^src\/(games\/(\w+\/|registry\.ts)|i18n\/[\w-]+\/games\.ts|kit\/settle\/|snippets\/|build\/chunks\.ts)|^components\/(scenes|stage\/studio)\//;

async function sources(): Promise<string[]> {
  const files = await Promise.all(
    ["src", "components", "server"].map(async (folder) => {
      const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile() && /\.(ts|mjs|astro)$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length));
    }),
  );
  return files.flat();
}

describe.each(games)("the game $slug", (game) => {
  test("every outcome in the previews is allowed by the game's rules", () => {
    const own = fixtures[game.slug] ?? [];
    expect(own.length).toBeGreaterThan(1);
    for (const { outcome } of own) {
      expect(game.historyFields(outcome)).toEqual(outcome);
      expect(game.board.sides.map(({ id }) => id)).toContain(game.board.winner(outcome));
    }
  });

  test.each(langs)("the game has all its names in %s", (lang) => {
    const words = wordsOf(lang).games[game.slug];
    expect(words?.name).toBeTruthy();
    const sides = game.board.sides.map(({ id }) => id).toSorted();
    expect(Object.keys(words?.sides ?? {}).toSorted()).toEqual(sides);
    expect(Object.keys(words?.won ?? {}).toSorted()).toEqual(sides);
    expect(words?.rules.length).toBeGreaterThan(0);
    expect(Object.keys(words?.odds ?? {}).toSorted()).toEqual(
      game.odds.map(({ id }) => id).toSorted(),
    );
  });
});

test("no code outside its own files names a game", async () => {
  const named: string[] = [];
  for (const file of await sources()) {
    const text = await readFile(join(root, file), "utf8");
    const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
    if (!MAY_NAME_A_GAME.test(file) && slugs.some((slug) => code.includes(slug))) {
      named.push(file);
    }
  }
  expect(named).toEqual([]);
});
