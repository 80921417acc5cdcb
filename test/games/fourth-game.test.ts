import { execFile } from "node:child_process";
import { cp, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { games, slugs } from "../../src/games/index.ts";
import { wordsOf } from "../../src/i18n/index.ts";
import { langs } from "../../src/i18n/langs.ts";
import { tempFolder } from "../support/temp-store.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));

/** Where a game may be called by its name; everywhere else it is one of `games`. */
const MAY_NAME_A_GAME =
  /^src\/(games\/(dragontiger|baccarat|bigsixball|registry)\.ts|i18n\/|previews\/fixtures\.ts|snippets\/|pages\/index\.astro)|^components\/(scenes|operator-page)/;

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

describe.each(games)("$slug", (game) => {
  test("has a scene and a test of its own", async () => {
    expect(await readdir(join(root, "components/scenes"))).toContain(`${game.slug}.ts`);
    expect(await readdir(join(root, "test/games"))).toContain(`${game.slug}.test.ts`);
  });

  test.each(langs)("has its words in %s: a name and one for each side", (lang) => {
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

test("every scene belongs to a game", async () => {
  const scenes = await readdir(join(root, "components/scenes"));
  expect(scenes.toSorted()).toEqual(slugs.map((slug) => `${slug}.ts`).toSorted());
});

test("no code outside its own files calls a game by its name", async () => {
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

test("a fourth game is its file, its scene, its words and one line in the registry", async () => {
  const copy = await tempFolder();
  for (const part of [
    "src",
    "components",
    "server",
    "public",
    "astro.config.mjs",
    "tsconfig.json",
    "package.json",
    "package-lock.json",
  ]) {
    await cp(join(root, part), join(copy, part), { recursive: true });
  }
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));

  async function derive(from: string, to: string): Promise<void> {
    const text = await readFile(join(copy, from), "utf8");
    await writeFile(
      join(copy, to),
      text.replaceAll("dragontiger", "highcard").replace("code: 1,", "code: 4,"),
    );
  }
  await derive("src/games/dragontiger/game.ts", "src/games/highcard.ts");
  await derive("components/scenes/dragontiger/scene.ts", "components/scenes/highcard.ts");
  const registry = join(copy, "src/games/registry.ts");
  await writeFile(registry, 'export { highcard } from "./highcard.ts";\n', { flag: "a" });
  const words = join(copy, "src/i18n/en/table.ts");
  const english = await readFile(words, "utf8");
  await writeFile(
    words,
    english.replace(
      "games: {",
      'games: { highcard: { name: "High Card", sides: { dragon: "Red", tiger: "Blue", tie: "Tie" }, won: {}, rules: [], odds: {} },',
    ),
  );

  await run(process.execPath, ["server/cli/build.ts"], { cwd: copy });
  const page = await readFile(join(copy, "dist/embed/highcard/index.html"), "utf8");
  expect(page).toContain("<title>High Card</title>");
  const chunks = await readdir(join(copy, "dist/_astro"));
  expect(chunks.filter((name) => name.startsWith("highcard."))).toHaveLength(1);

  // Not this process's own settings: vitest sets some that the service would take for its own.
  const rounds = await run(
    process.execPath,
    [
      "server/cli/rounds.ts",
      "highcard",
      "--from",
      "1",
      "--count",
      "2",
      "--secret",
      "00".repeat(32),
    ],
    { cwd: copy, env: {} },
  );
  expect(
    rounds.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).round),
  ).toEqual([1, 2]);
});
