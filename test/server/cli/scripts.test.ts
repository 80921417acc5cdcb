import { execFileSync } from "node:child_process";
import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runScript } from "../../support/command.ts";
import { tempFolder } from "../../support/temp-store.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

// An old Node read TypeScript up to the first type, and reported a syntax error.
test("every npm script that runs a program first checks the Node version", async () => {
  const { scripts } = JSON.parse(await readFile(`${ROOT}package.json`, "utf8")) as {
    scripts: Record<string, string>;
  };
  const { format: _, ...others } = scripts;
  for (const [name, line] of Object.entries(others)) {
    expect(`${name}: ${line}`).toMatch(/: node server\/runtime\/require-node\.mjs && /);
  }
});

// Cause: the ledger of the example operator and a backup were offered for the next commit.
test("git ignores files that commands create in the current folder", async () => {
  const folder = await tempFolder();
  await copyFile(`${ROOT}.gitignore`, join(folder, ".gitignore"));
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" });
  git("init", "--quiet");
  const left = [
    "data/secret",
    "dist-kit/tableside-0.1.0.tgz",
    "operator.sqlite",
    "operator.sqlite-wal",
    "tableside.backup",
    "postgres.env",
  ];
  expect(
    git("check-ignore", ...left)
      .trim()
      .split("\n"),
  ).toEqual(left);
});

// The other tests of commands run them in the test process.
test.each([
  ["backup", 2],
  ["keys", 2],
  ["maintenance", 2],
  ["rounds", 2],
  ["secret", 2],
  ["verify", 3],
])("`npm run %s` with invalid arguments exits with %i", async (name, code) => {
  const ended = await runScript(`server/cli/${name}.ts`, ["--nonsense"]);
  expect(ended).toMatchObject({ code, stdout: "" });
  expect(ended.stderr).toContain(`Run "npm run -s ${name} -- --help" for usage.`);
});
