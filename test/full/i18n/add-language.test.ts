import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "vite";
import { beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** What a browser loads the words through: a table and its later parts, and the page that verifies, which has all. */
const BROWSER = [
  "components/element/language.ts",
  "src/i18n/facts.ts",
  "src/i18n/lobby.ts",
  "src/i18n/proof.ts",
  "src/i18n/replay.ts",
  "src/i18n/verify.ts",
];

let copy: string;

/** A copy of the sources that speaks German as well: one folder, and one tag in a list. */
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), "tableside-language-"));
  const from = (path: string) => cp(join(root, path), join(copy, path), { recursive: true });
  await Promise.all(["package.json", "tsconfig.json", "src", "components"].map(from));
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
  const german = join(copy, "src/i18n/de");
  await mkdir(german);
  for (const file of [
    "table",
    "games",
    "facts",
    "lobby",
    "proof",
    "replay",
    "verify",
    "closed-table",
  ]) {
    const english = await readFile(join(copy, `src/i18n/en/${file}.ts`), "utf8");
    const text = english
      .replace('lang: "en"', 'lang: "de"')
      .replace("No more bets", "Nichts geht mehr")
      .replace('title: "', 'title: "Nachweis: ')
      .replace('anew: "', 'anew: "Ein neues Blatt: ')
      .replace('position: "', 'position: "Stelle: ')
      .replace("This table is not available", "Dieser Tisch ist nicht offen");
    await writeFile(join(german, `${file}.ts`), text);
  }
  const list = join(copy, "src/i18n/langs.ts");
  const langs = await readFile(list, "utf8");
  await writeFile(list, langs.replace("] as const", ', "de"] as const'));
  return () => rm(copy, { recursive: true });
});

/** What a script in the copy prints. */
async function run(script: string): Promise<unknown> {
  const args = ["--input-type=module", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: copy });
  return JSON.parse(stdout);
}

test("a language is one folder and one tag: the server speaks it", async () => {
  const script = `
    import { closedTableWords } from "./src/i18n/closed-table.ts";
    import { wordsOf } from "./src/i18n/index.ts";
    import { nameOfLang } from "./src/i18n/langs.ts";
    const { lang, phases } = wordsOf("de-AT");
    const { unavailable } = closedTableWords.de;
    console.log(JSON.stringify([lang, phases.revealing, unavailable, nameOfLang("de")]));
  `;
  expect(await run(script)).toEqual([
    "de",
    "Nichts geht mehr",
    expect.stringContaining("Dieser Tisch ist nicht offen"),
    "Deutsch",
  ]);
});

test("and so does the browser, which loads the words of a table and of its later parts as chunks of their own", async () => {
  const built = await build({
    root: copy,
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: BROWSER.map((file) => join(copy, file)),
        preserveEntrySignatures: "strict",
      },
    },
  });
  const { output } = built as Exclude<typeof built, unknown[] | { close: unknown }>;
  const chunks = output.filter((file) => file.type === "chunk");
  const holding = (text: string) =>
    chunks
      .filter(({ code }) => code.includes(text))
      .map(({ isEntry, name }) => ({ isEntry, name }));
  expect(holding("Nichts geht mehr")).toEqual([{ isEntry: false, name: "table" }]);
  expect(holding("Ein neues Blatt: ")).toEqual([{ isEntry: false, name: "facts" }]);
  expect(holding("Stelle: ")).toEqual([{ isEntry: false, name: "replay" }]);
  expect(holding("Nachweis: ").toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
    { isEntry: false, name: "lobby" },
    { isEntry: false, name: "proof" },
    { isEntry: true, name: "verify" },
  ]);
});
