import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { readOutcome } from "../../../server/sandbox/outcomes.ts";
import { baccarat } from "../../../src/games/baccarat/game.ts";
import { tempFolder } from "../../support/temp-store.ts";

const ROOT = join(import.meta.dirname, "../../..");

test("a game without a file of named outcomes has only its sides as outcomes", async () => {
  const outcome = readOutcome({ ...baccarat, slug: "poker" }, "natural");
  await expect(outcome).rejects.toThrow("Use one of: player, banker, tie;");
});

// Cause: every failure to load the file was treated as a missing file, so the sandbox rejected "natural".
test("a file of named outcomes that cannot be loaded is reported with its error", async () => {
  const folder = await tempFolder();
  await writeFile(join(folder, "named-outcomes.ts"), `import "./missing.ts";`);
  const slug = relative(join(ROOT, "src/games"), folder);
  // Vitest finds only the project's files, so Node loads this one.
  const script =
    `import { readOutcome } from "./server/sandbox/outcomes.ts";` +
    `await readOutcome({ slug: ${JSON.stringify(slug)}, sides: [] }, "natural");`;
  const run = promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
    cwd: ROOT,
  });
  await expect(run).rejects.toThrow(/Cannot find module '\S+\/missing\.ts'/);
});
