import { execFile, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "../support/chromium.ts";
import { eventually } from "../support/eventually.ts";
import { programEnv } from "../support/program-env.ts";
import { listen } from "../support/running-service.ts";

const run = promisify(execFile);

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PARTS = fileURLToPath(new URL("./fourth-game/", import.meta.url));
/** What is made, not written. */
const MADE = new Set([
  "node_modules",
  ".git",
  "dist",
  "dist-server",
  "dist-kit",
  "data",
  ".astro",
  "coverage",
]);

/** The two folders of the game: where its files are kept here, and where they belong. */
const FOLDERS = { game: "src/games/twodice", scene: "components/scenes/twodice" } as const;
/** The line in the registry. */
const LINE = 'export { twodice } from "./twodice/game.ts";\n';
const REGISTRY = "src/games/registry.ts";
const GAMES_START = "export const games: Readonly<Record<string, GameWords>> = {\n";

/** A copy of the project in a folder, with the packages of the project itself. */
class Checkout {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  async fill(): Promise<void> {
    for (const name of await readdir(ROOT)) {
      if (!MADE.has(name)) {
        await cp(join(ROOT, name), join(this.root, name), { recursive: true });
      }
    }
    const packages = join(this.root, "node_modules");
    // A folder of its own: behind a symbolic link the import rules would see other paths. Hard links cost
    // nothing, but cannot reach another disk.
    await run("cp", ["-al", join(ROOT, "node_modules"), packages]).catch(async () => {
      await run("cp", ["-a", join(ROOT, "node_modules"), this.root]);
    });
    for (const cache of [".vite", ".cache", ".astro"]) {
      await rm(join(packages, cache), { recursive: true, force: true });
    }
  }

  /** Adds the fourth game: two folders, one line, and its words in each language. */
  async addGame(): Promise<void> {
    for (const [kept, folder] of Object.entries(FOLDERS)) {
      await mkdir(join(this.root, folder));
      for (const name of await readdir(join(PARTS, kept))) {
        const file = join(this.root, folder, name.replace(/\.txt$/, ""));
        await cp(join(PARTS, kept, name), file);
      }
    }
    await this.#edit(REGISTRY, (text) => text + LINE);
    for (const name of await readdir(join(PARTS, "words"))) {
      const words = await readFile(join(PARTS, "words", name), "utf8");
      const lang = name.replace(/\.txt$/, "");
      await this.#edit(`src/i18n/${lang}/games.ts`, (text) =>
        text.replace(GAMES_START, GAMES_START + words),
      );
    }
  }

  async #edit(path: string, change: (text: string) => string): Promise<void> {
    const file = join(this.root, path);
    const before = await readFile(file, "utf8");
    const after = change(before);
    if (after === before) {
      throw new Error(`There was nothing to change in ${path}.`);
    }
    await writeFile(file, after);
  }

  /** Runs a program of the packages, or `node` itself. Rejects with its exit code and what it wrote unless it ends well. */
  run(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<string> {
    const file =
      program === "node" ? process.execPath : join(this.root, "node_modules/.bin", program);
    const path = `${dirname(process.execPath)}:${programEnv["PATH"] ?? ""}`;
    const options = { cwd: this.root, env: { ...programEnv, PATH: path, ...env } };
    return new Promise((resolve, reject) => {
      execFile(file, args, { ...options, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
        if (error === null) {
          resolve(stdout);
        } else {
          const failed = new Error(`${program} ${args.join(" ")}\n${stdout}${stderr}`);
          reject(Object.assign(failed, { code: error.code, stdout }));
        }
      });
    });
  }

  /** The files of a folder and what is in them, as a digest each. */
  async digests(folder = ""): Promise<Record<string, string>> {
    const entries = await readdir(join(this.root, folder), { withFileTypes: true });
    const found: Record<string, string> = {};
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (folder === "" && MADE.has(entry.name)) {
        continue;
      }
      if (entry.isDirectory()) {
        Object.assign(found, await this.digests(path));
      } else {
        const bytes = await readFile(join(this.root, path));
        found[path] = createHash("sha256").update(bytes).digest("hex");
      }
    }
    return found;
  }
}

/*
 * A game is two folders and one line, and its words in each language. Here a game that is none of the
 * three (its own sides, outcome and drawing; `fourth-game/`) is added to a copy of the project, tried in
 * every part of it. Whatever else had to be edited for that would be a fault of the
 * structure. The contract and the docs are written by people.
 */

let checkout: Checkout;
let browser: Browser;

beforeAll(async () => {
  checkout = new Checkout(await mkdtemp(join(tmpdir(), "tableside-fourth-")));
  await checkout.fill();
  await checkout.addGame();
  await checkout.run("node", ["server/cli/build.ts"]);
  browser = await launchChromium();
}, 900_000);

afterAll(async () => {
  await browser.close();
  await rm(checkout.root, { recursive: true, maxRetries: 5 });
});

describe("the checks of the project", () => {
  test.each([
    ["types", "tsc", ["--noEmit"]],
    ["import rules", "depcruise", ["src", "components", "server"]],
  ])("take it as it is: %s", async (_, program, args) => {
    await expect(checkout.run(program, args)).resolves.toBeTypeOf("string");
  });

  test("take it as it is: what is tested of every game", async () => {
    const tests = ["games/games", "components/scenes/every-scene", "i18n/words"];
    const paths = tests.map((name) => `test/${name}`);
    await expect(checkout.run("vitest", ["run", ...paths])).resolves.toContain("passed");
  });
});

test("the build has its page, in its own words, and its drawing in one chunk of its own", async () => {
  const page = await readFile(join(checkout.root, "dist/embed/twodice/index.html"), "utf8");
  expect(page).toContain("<title>Two Dice</title>");
  const files = Object.keys(await checkout.digests("dist"));
  expect(files.filter((name) => /twodice\.[^/]*\.js$/.test(name))).toHaveLength(1);
});

describe("a server with it", () => {
  let server: ChildProcess;
  let address: string;
  let stdout = "";

  beforeAll(async () => {
    server = spawn(process.execPath, ["server/main.ts"], {
      cwd: checkout.root,
      env: { ...programEnv, HOST: "127.0.0.1", PORT: "0", ORACLE_SECRET: "5a".repeat(32) },
      stdio: ["ignore", "pipe", "inherit"],
    });
    server.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    await eventually(() => stdout.includes('"event":"listening"'));
    [, address = ""] = /"event":"listening","address":"([^"]*)"/.exec(stdout) ?? [];
  });

  afterAll(async () => {
    await end(server);
  });

  const read = async (path: string) => {
    const response = await fetch(`${address}/embed/twodice/api/${path}`);
    expect(response.status).toBe(200);
    return response.json();
  };

  test("answers with its own fields in the API", async () => {
    const fields = ["round", "daily_round", "date", "phase", "remainMs", "dice", "sum", "result"];
    expect(Object.keys(await read("current"))).toEqual(fields);
    const [last, before] = await read("results?limit=2");
    expect(last.round).toBe(before.round + 1);
    expect(last.sum).toBe(last.dice[0] + last.dice[1]);
    expect(["under", "seven", "over"]).toContain(last.result);
    expect(await read("schedule")).toMatchObject({ slug: "twodice", intervalMs: 30_000 });
  });

  test("sends its state on the stream", async () => {
    const leaving = new AbortController();
    const response = await fetch(`${address}/embed/twodice/api/stream`, {
      signal: leaving.signal,
    });
    let text = "";
    for await (const part of response.body ?? []) {
      text += new TextDecoder().decode(part);
      if (/^data: .*\n\n/m.test(text)) {
        break;
      }
    }
    leaving.abort();
    expect(text).toMatch(/^data: \{.*"dice":/m);
  });

  test("shows its table in a frame and as an element of a foreign page", async () => {
    const issued = ["server/cli/keys.ts", "issue", "--label", "fourth", "--days", "1"];
    const key = (await checkout.run("node", issued)).trim().split("\n").at(-1);
    const tag = `<game-table game="twodice" style="display: block; width: 830px"></game-table>`;
    const { url, end } = await listen((_request, response) => {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end(
        `<!doctype html><script type="module" src="${address}/game-table.js"></script>${tag}`,
      );
    });
    try {
      for (const shown of [`${address}/embed/twodice/?key=${key}`, url]) {
        const { page, faults } = await openPage();
        await page.goto(shown);
        await page.locator("game-table canvas").waitFor();
        expect(await page.locator("game-table .table").getAttribute("aria-label")).toBe("Two Dice");
        expect(faults).toEqual([]);
        await page.close();
      }
    } finally {
      end();
    }
  });
});

async function openPage(): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage({ viewport: { width: 900, height: 720 } });
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  return { page, faults };
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    server.kill("SIGKILL");
    await once(server, "exit");
  }
}
