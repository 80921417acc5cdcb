import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";
import { inject, onTestFinished, describe, expect, test } from "vitest";
import { OPENING_TEST_KEY } from "../../server/access/test-keys.ts";
import { readConfig } from "../../server/config/config.ts";
import { readEmbedOptions } from "../../server/pages/embed-options.ts";
import { slugs } from "../../src/games/index.ts";
import type { HistoryEntry } from "../../src/wire/responses.ts";
import { expected } from "../kit/settle/rules.ts";
import { startListening } from "../support/listening-service.ts";
import { asAdmin } from "../support/postgres.ts";
import { tempFolder } from "../support/temp-store.ts";
import { allBlocks, EXAMPLE_HOST } from "./blocks.ts";
import type { Block } from "./blocks.ts";

const SNIPPETS = fileURLToPath(new URL("../../src/snippets/", import.meta.url));
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const ELEMENT = await readFile(new URL("../../components/game-table.ts", import.meta.url), "utf8");

const blocks = await allBlocks();
const inLang = (...langs: string[]) => blocks.filter(({ lang }) => langs.includes(lang));

test("every code block of the docs is in a language that is tested", () => {
  const checked = ["", "css", "html", "ini", "js", "json", "sh", "sql", "yaml", "text", "tsx"];
  expect(blocks.filter(({ lang }) => !checked.includes(lang))).toEqual([]);
  // The protocol's own notation, which test/fairness checks against the code.
  for (const { place } of inLang("")) {
    expect(place).toContain("protocol.md");
  }
});

test("every JavaScript block of the docs compiles with the snippets that it imports", () => {
  const files = new Map(
    inLang("js", "tsx").map(({ lang, text }, index) => [
      `${SNIPPETS}block-${index}.${lang}`,
      `${text}\nexport {};\n`,
    ]),
  );
  const options: ts.CompilerOptions = {
    allowImportingTsExtensions: true,
    allowJs: true,
    checkJs: true,
    noImplicitAny: false,
    noEmit: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    jsx: ts.JsxEmit.ReactJSX,
    paths: {
      tableside: [`${ROOT}components/kit/index.ts`],
      "tableside/*": [`${ROOT}components/kit/*.ts`, `${ROOT}src/kit/*.ts`],
    },
    lib: ["lib.esnext.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { readFile: readText, fileExists } = host;
  host.readFile = (name) => files.get(name) ?? readText(name);
  host.fileExists = (name) => files.has(name) || fileExists(name);
  const program = ts.createProgram([...files.keys()], options, host);
  const faults = [...files.keys()].flatMap((name) => {
    const source = program.getSourceFile(name);
    return [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ].map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  });
  expect(faults).toEqual([]);
});

async function runBlock<Module>({ text }: Block, url: string): Promise<Module> {
  const file = join(await tempFolder(), "block.mjs");
  const kit = new URL("../../src/kit/", import.meta.url).href;
  await writeFile(
    file,
    text.replaceAll(EXAMPLE_HOST, url).replaceAll(/"tableside\/(\w+)"/g, `"${kit}$1.ts"`),
  );
  return (await import(pathToFileURL(file).href)) as Module;
}

describe("the blocks that export functions", () => {
  const exporting = (name: string) =>
    inLang("js").filter(
      ({ text }) => text.includes(`function ${name}(`) || text.includes(`const ${name} =`),
    );

  test.each(exporting("settleOpenBets"))(
    "the JavaScript block at $place settles the bets of each round",
    async (block) => {
      const service = await startListening({ nowMs: Date.UTC(2026, 6, 1, 12) });
      const entries = (await service.read("/embed/baccarat/api/results?limit=60")) as HistoryEntry<{
        result: string;
      }>[];
      expect(entries.map(({ result }) => result)).toContain("tie");
      const bets = entries.flatMap((entry) =>
        ["player", "banker", "tie"].map((market) => ({
          entry,
          game: "baccarat",
          round: entry.round,
          market,
          stake: 100,
          placedAtMs: 1_800_000_000_000,
          closesAtMs: 1_800_000_000_001,
        })),
      );
      const paid = new Map<(typeof bets)[0], unknown>();
      const { settleOpenBets } = await runBlock<{
        settleOpenBets(
          game: string,
          open: typeof bets,
          pay: (bet: (typeof bets)[0], settlement: unknown) => void,
        ): Promise<void>;
      }>(block, service.url);
      await settleOpenBets("baccarat", bets, (bet, settlement) => paid.set(bet, settlement));
      for (const bet of bets) {
        expect(paid.get(bet)).toEqual(expected(bet, bet.entry, ""));
      }
    },
  );
});

describe("HTML blocks in the docs", () => {
  const tags = inLang("html").flatMap(({ place, text }) =>
    [...text.matchAll(/<([a-z-]+)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*>/g)].map(
      ([, tag, attributes = ""]) => ({
        place,
        tag,
        attributes: Object.fromEntries(
          [...attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name = "", value = ""]) => [
            name,
            value,
          ]),
        ),
      }),
    ),
  );

  test.each(tags.filter(({ tag }) => tag === "iframe"))(
    "the block at $place embeds a table or the lobby",
    ({ attributes }) => {
      const { sandbox, src = "", title, ...others } = attributes;
      const { origin, pathname, searchParams } = new URL(src);
      expect(origin).toBe(EXAMPLE_HOST);
      expect(["/lobby/", ...slugs.map((slug) => `/embed/${slug}/`)]).toContain(pathname);
      expect(sandbox).toBe("allow-scripts allow-same-origin allow-popups");
      expect(title).not.toBe("");
      expect(Object.keys(others).toSorted()).toEqual(["allowfullscreen", "style"]);
      const { key, ...options } = Object.fromEntries(searchParams);
      expect(["YOUR_API_KEY", OPENING_TEST_KEY]).toContain(key);
      expect(readEmbedOptions(searchParams)).toMatchObject(options);
    },
  );
});

test.each(inLang("css"))("the properties and parts at $place exist on the element", ({ text }) => {
  for (const [, property = ""] of text.matchAll(/^ +(--\w+):/gm)) {
    expect(ELEMENT).toContain(`@cssproperty ${property} `);
  }
  for (const [, part = ""] of text.matchAll(/::part\((\w+)\)/g)) {
    expect(ELEMENT).toContain(`@csspart ${part} `);
  }
});

test.each(inLang("ini"))("the service accepts the settings at $place", ({ text }) => {
  const secret = "8e5e09fa0c03ee92caec1bee98e629b61c083581727dc0df66232cfcb9190ebc";
  const lines = text.trim().replaceAll("<openssl rand -hex 32>", secret).split("\n");
  const config = readConfig(
    Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2))),
  );
  expect(config.baseUrl).toBe(EXAMPLE_HOST);
});

test.each(inLang("sql"))("PostgreSQL runs the SQL at $place", async ({ text }) => {
  const port = inject("postgresPort");
  onTestFinished(async () => {
    await asAdmin(port, "drop database if exists docs_example");
    await asAdmin(port, "drop role if exists docs_example");
  });
  const sql = text.replaceAll("tableside", "docs_example");
  for (const statement of sql.trim().split(";\n")) {
    await expect(asAdmin(port, statement.replace(/;$/, ""))).resolves.not.toThrow();
  }
});
