import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));

let copy: string;

/** A copy of the sources that also speaks German: one folder, and one tag in a list. */
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), "tableside-language-"));
  const from = (path: string) => cp(join(root, path), join(copy, path), { recursive: true });
  await Promise.all(["package.json", "tsconfig.json", "src", "components"].map(from));
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
  const german = join(copy, "src/i18n/de");
  await mkdir(german);
  for (const file of await readdir(join(copy, "src/i18n/en"))) {
    const english = await readFile(join(copy, `src/i18n/en/${file}`), "utf8");
    const text = english
      .replace('lang: "en"', 'lang: "de"')
      .replace("No more bets", "Nichts geht mehr")
      .replace("This table is not available right", "Dieser Tisch ist nicht offen");
    await writeFile(join(german, file), text);
  }
  const list = join(copy, "src/i18n/langs.ts");
  const langs = await readFile(list, "utf8");
  await writeFile(list, langs.replace("] as const", ', "de"] as const'));
  return () => rm(copy, { recursive: true });
});

async function run(script: string): Promise<unknown> {
  const args = ["--input-type=module", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: copy });
  return JSON.parse(stdout);
}

test("a new language needs only one folder and one tag", async () => {
  const script = `
    import { partWordsOf, wordsOf } from "./src/i18n/index.ts";
    import { nameOfLang } from "./src/i18n/langs.ts";
    const { lang, phases } = wordsOf("de-AT");
    const { notNow } = partWordsOf("de").closed;
    console.log(JSON.stringify([lang, phases.revealing, notNow, nameOfLang("de")]));
  `;
  expect(await run(script)).toEqual([
    "de",
    "Nichts geht mehr",
    expect.stringContaining("Dieser Tisch ist nicht offen"),
    "Deutsch",
  ]);
});
