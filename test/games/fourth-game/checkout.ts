import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { programEnv } from "../../support/program-env.ts";

const run = promisify(execFile);

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const PARTS = fileURLToPath(new URL("./", import.meta.url));
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
const GAMES_START = 'export const games: Words["games"] = {\n';

/** A copy of the project in a folder, with the packages of the project itself. */
export class Checkout {
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
    await this.#editWords((text, words) => text.replace(GAMES_START, GAMES_START + words));
  }

  /** Takes it out again: deletes the two folders, the line and the words. */
  async removeGame(): Promise<void> {
    for (const folder of Object.values(FOLDERS)) {
      await rm(join(this.root, folder), { recursive: true });
    }
    await this.#edit(REGISTRY, (text) => text.replace(LINE, ""));
    await this.#editWords((text, words) => text.replace(words, ""));
  }

  async #editWords(change: (text: string, words: string) => string): Promise<void> {
    for (const name of await readdir(join(PARTS, "words"))) {
      const words = await readFile(join(PARTS, "words", name), "utf8");
      const lang = name.replace(/\.txt$/, "");
      await this.#edit(`src/i18n/${lang}/games.ts`, (text) => change(text, words));
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
