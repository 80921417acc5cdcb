import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { backupCommand } from "../../server/cli/backup.ts";
import type { Command } from "../../server/cli/command.ts";
import { keysCommand } from "../../server/cli/keys.ts";
import { maintenanceCommand } from "../../server/cli/maintenance.ts";
import { ownerCommand } from "../../server/cli/owner.ts";
import { roundsCommand } from "../../server/cli/rounds.ts";
import { sandboxCommand } from "../../server/cli/sandbox.ts";
import { secretCommand } from "../../server/cli/secret.ts";
import { verifyCommand } from "../../server/cli/verify.ts";
import { readConfig } from "../../server/config/config.ts";
import { SETTINGS } from "../../server/config/settings.ts";
import { callCommand } from "../support/command.ts";
import { tempFolder } from "../support/temp-store.ts";
import { allBlocks, EXAMPLE_HOST } from "./blocks.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const COMMANDS: Readonly<Record<string, Command>> = {
  backup: backupCommand,
  keys: keysCommand,
  maintenance: maintenanceCommand,
  rounds: roundsCommand,
  sandbox: sandboxCommand,
  secret: secretCommand,
  verify: verifyCommand,
  owner: ownerCommand,
};

/** Placeholders for the reader's own values. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  GAME: "baccarat",
  // Limits the number of dealt rounds.
  "2000000": "2",
  ID: "k1",
  "tableside.backup": "/nowhere/tableside.backup",
  ROUND: "1000",
  YOUR_TRON_ADDRESS: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
};

/** Nothing listens here: an unreachable house does not make a command invalid. */
const NOBODY = "http://127.0.0.1:1";

const blocks = (await allBlocks()).filter(({ lang }) => lang === "sh");

/** The words of each command of a block, with its settings apart. */
function commandsOf(text: string): { settings: Record<string, string>; words: string[] }[] {
  return text
    .replaceAll("\\\n", " ")
    .replace(/^tableside-run /gm, "")
    .replace(/^(npx |node_modules\/\.bin\/)tableside-sandbox\b/gm, "npm run -s sandbox --")
    .replace(/ >>? ?\S+$/gm, "")
    .replace(/ +#.*$/gm, "")
    .split(/\n| && | \| /)
    .map((line) => line.match(/(?:"[^"]*"|\$\([^)]*\)|[^\s"])+/g) ?? [])
    .filter((words) => words.length > 0)
    .map((words) => {
      const first = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
      const pairs = words
        .slice(0, first)
        .map((word) => word.replaceAll('"', "").split(/=(.*)/s).slice(0, 2));
      const bare = words.slice(first).map((word) => word.replaceAll('"', ""));
      return { settings: Object.fromEntries(pairs) as Record<string, string>, words: bare };
    });
}

const commands = blocks.flatMap(({ place, text }) =>
  commandsOf(text).map((command) => ({ place, ...command, line: command.words.join(" ") })),
);

test.each(blocks)("the lines at $place are valid shell", async ({ text }) => {
  const { stderr } = await promisify(execFile)("sh", ["-nc", text]);
  expect(stderr).toBe("");
});

test.each(commands.filter(({ words }) => words[0] === "npm" && words[1] === "run"))(
  "`$line` at $place runs an existing script",
  ({ words }) => {
    expect(packageJson.scripts).toHaveProperty(
      words.find((word, i) => i > 1 && word !== "-s") ?? "",
    );
  },
);

describe("shell commands in the docs", () => {
  const ours = commands
    // A started sandbox runs until it is stopped.
    .filter(({ line }) => line.startsWith("npm run -s ") && !/ sandbox --( start\b|$)/.test(line))
    .map((command) => ({ ...command, words: command.words.slice(3) }));

  test.each(ours)("`$line` at $place is a valid call", async ({ words }) => {
    const [name = "", ...args] = words.filter((word) => word !== "--");
    const given = args
      .flatMap((arg) => PLACEHOLDERS[arg]?.split(" ") ?? arg)
      .map((arg) => arg.replace(EXAMPLE_HOST, NOBODY));
    const { stderr } = await callCommand(COMMANDS[name] as Command, given, {
      DATA_DIR: await tempFolder(),
    });
    expect(stderr).not.toContain('--help" for usage');
  });
});

test.each(commands.filter(({ words }) => /^(node|npx)$/.test(words[0] ?? "")))(
  "`$line` at $place names existing files",
  ({ words }) => {
    const files = words.slice(1).filter((word) => /^[\w-]+\/|\.(ts|mjs)$/.test(word));
    // A reader has the snippets wherever they were copied to.
    const isThere = (file: string) =>
      [file, `src/snippets/${file}`, `src/snippets/webhooks/${file}`].some((path) =>
        existsSync(ROOT + path),
      );
    expect(files.filter((file) => !isThere(file))).toEqual([]);
  },
);

test.each(
  commands.filter(({ settings }) => Object.keys(settings).some((name) => name in SETTINGS)),
)("the settings before `$line` at $place are accepted by the service", ({ settings }) => {
  const ours = Object.entries(settings)
    .filter(([name]) => name in SETTINGS)
    .map(([name, value]) => [name, PLACEHOLDERS[value] ?? value]);
  expect(() => readConfig(Object.fromEntries(ours))).not.toThrow();
});
