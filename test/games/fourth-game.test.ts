import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPage } from "../support/browser-page.ts";
import { eventually } from "../support/eventually.ts";
import { startParentPage } from "../support/live-service.ts";
import { programEnv } from "../support/program-env.ts";

/*
 * A game consists of two folders, one line and its texts. This test adds a new game (`fourth-game/`) to a copy of the
 * project, and tests every part with it. Any further edit would be a structural fault.
 */

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PARTS = fileURLToPath(new URL("./fourth-game/", import.meta.url));
/** Generated files. */
const MADE = /^(node_modules|\.git|dist|dist-server|dist-kit|data|\.astro)$/;
const FOLDERS = { game: "src/games/twodice", scene: "components/scenes/twodice" };
const GAMES_START = "export const games: Readonly<Record<string, GameStrings>> = {\n";

let root: string;

/** Copies the project. Hard links cost nothing, but do not work across disks. */
async function copyProject(): Promise<void> {
  root = await mkdtemp(join(tmpdir(), "tableside-fourth-"));
  for (const name of (await readdir(ROOT)).filter((entry) => !MADE.test(entry))) {
    await cp(join(ROOT, name), join(root, name), { recursive: true });
  }
  // Copies the folder, because the import rules would see different paths through a symbolic link.
  const copy = (how: string) => promisify(execFile)("cp", [how, join(ROOT, "node_modules"), root]);
  await copy("-al").catch(() => copy("-a"));
  for (const cache of [".vite", ".cache", ".astro"]) {
    await rm(join(root, "node_modules", cache), { recursive: true, force: true });
  }
}

async function addGame(): Promise<void> {
  for (const [kept, folder] of Object.entries(FOLDERS)) {
    await mkdir(join(root, folder));
    for (const name of await readdir(join(PARTS, kept))) {
      await cp(join(PARTS, kept, name), join(root, folder, name.replace(/\.txt$/, "")));
    }
  }
  const registry = join(root, "src/games/registry.ts");
  const line = 'export { twodice } from "./twodice/game.ts";\n';
  await writeFile(registry, (await readFile(registry, "utf8")) + line);
  for (const name of await readdir(join(PARTS, "words"))) {
    const words = await readFile(join(PARTS, "words", name), "utf8");
    const file = join(root, "src/i18n", name.replace(/\.txt$/, ""), "games.ts");
    const before = await readFile(file, "utf8");
    expect(before).toContain(GAMES_START);
    await writeFile(file, before.replace(GAMES_START, GAMES_START + words));
  }
}

const env = {
  ...programEnv,
  PATH: `${dirname(process.execPath)}:${programEnv["PATH"] ?? ""}`,
  HOST: "127.0.0.1",
  PORT: "0",
  ORACLE_SECRET: "63f47c4d919a133e9874d8662f2430988422c4598af70183e8ff7b9673e97cff",
};

async function run(script: string, ...args: string[]): Promise<string> {
  const options = { cwd: root, env, maxBuffer: 2 ** 26 };
  try {
    return (await promisify(execFile)(process.execPath, [script, ...args], options)).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${script} ${args.join(" ")}\n${stdout}${stderr}`, { cause: error });
  }
}

beforeAll(async () => {
  await copyProject();
  await addGame();
  await run("server/cli/build.ts");
});

afterAll(() => rm(root, { recursive: true, maxRetries: 5 }));

test.each([
  ["types", "node_modules/typescript-native/bin/tsc", ["--noEmit"]],
  ["import rules", "node_modules/.bin/depcruise", ["src", "components", "server"]],
  [
    "the tests of every game",
    "node_modules/.bin/vitest",
    [
      "run",
      "--project=unit",
      "test/games/games",
      "test/components/scenes/every-scene",
      "test/i18n",
    ],
  ],
])("the project's checks accept the new game: %s", async (_, script, args) => {
  await expect(run(script, ...args)).resolves.toBeTypeOf("string");
});

test("the build has a page for the new game", async () => {
  const page = await readFile(join(root, "dist/embed/twodice/index.html"), "utf8");
  expect(page).toContain("<title>Two Dice</title>");
  const files = await readdir(join(root, "dist"), { recursive: true });
  expect(files.filter((name) => /twodice\.[^/]*\.js$/.test(name))).toHaveLength(1);
});

describe("a server with the added game Two Dice", () => {
  let end: () => Promise<unknown>;
  let address: string;

  beforeAll(async () => {
    const server = spawn(process.execPath, ["server/main.ts"], {
      cwd: root,
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(server, "exit");
    end = () => {
      server.kill("SIGKILL");
      return ended;
    };
    let stdout = "";
    server.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    await eventually(() => stdout.includes('"event":"listening"'));
    [, address = ""] = /"event":"listening","address":"([^"]*)"/.exec(stdout) ?? [];
  });

  afterAll(() => end());

  const read = async (path: string) => {
    const response = await fetch(`${address}/embed/twodice/api/${path}`);
    expect(response.status).toBe(200);
    return response.json();
  };

  test("the server returns the game's own fields in the API", async () => {
    const fields = ["round", "daily_round", "date", "phase", "remainMs", "dice", "sum", "result"];
    expect(Object.keys(await read("current"))).toEqual(fields);
    const [last, before] = await read("results?limit=2");
    expect(last.round).toBe(before.round + 1);
    expect(last.sum).toBe(last.dice[0] + last.dice[1]);
    expect(["under", "seven", "over"]).toContain(last.result);
    expect(await read("schedule")).toMatchObject({ slug: "twodice", intervalMs: 30_000 });
  });

  test("the server shows the new game's table on another site", async () => {
    const issued = await run("server/cli/keys.ts", "issue", "--label", "fourth", "--days", "1");
    const key = issued.trim().split("\n").at(-1);
    const site = await startParentPage(
      `<script type="module" src="${address}/game-table.js"></script>
      <game-table game="twodice" style="display: block; width: 830px"></game-table>`,
    );
    for (const shown of [`${address}/embed/twodice/?key=${key}`, site]) {
      const { page, faults } = await openPage(shown);
      await page.locator("game-table canvas").waitFor();
      expect(await page.locator("game-table .table").getAttribute("aria-label")).toBe("Two Dice");
      expect(faults).toEqual([]);
    }
  });
});
