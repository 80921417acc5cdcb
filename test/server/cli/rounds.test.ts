import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { roundsCommand } from "../../../server/cli/rounds.ts";
import { baccarat } from "../../../src/games/baccarat/game.ts";
import { lastFinishedRound } from "../../../src/round/phases.ts";
import { callCommand } from "../../support/command.ts";
import type { Ended } from "../../support/command.ts";
import { startListening } from "../../support/listening-service.ts";
import { NOW_MS, SECRET_HEX, startService } from "../../support/service.ts";
import { tempFolder } from "../../support/temp-store.ts";

async function rounds(args: string, env: Record<string, string> = {}): Promise<Ended> {
  return callCommand(roundsCommand, args.split(" "), { DATA_DIR: await tempFolder(), ...env });
}

function entriesIn({ stdout }: Ended): unknown[] {
  const lines = stdout.split("\n");
  expect(lines.pop()).toBe("");
  return lines.map((line) => JSON.parse(line));
}

test("`rounds` prints the finished rounds of the running service, oldest first", async () => {
  const { url, read } = await startListening({ env: { TIME_ZONE: "Asia/Seoul" } });
  const { port } = new URL(url);
  const first = lastFinishedRound(NOW_MS, baccarat) - 599;
  const printed = await rounds(`baccarat --from ${first} --count 9000`, { PORT: port });
  expect(printed).toMatchObject({ code: 0, stderr: "" });
  const entries = entriesIn(printed);
  expect(entries).toHaveLength(600);
  const latest = (await read("/embed/baccarat/api/results?limit=3")) as unknown[];
  expect(entries.slice(-3)).toEqual(latest.toReversed());
});

test("`rounds` says that no service is running", async () => {
  const ended = await rounds("baccarat --from 1 --count 3", { PORT: "1" });
  expect(ended).toMatchObject({ code: 1, stdout: "" });
  expect(ended.stderr).toContain("http://127.0.0.1:1/embed/baccarat/api/results");
  expect(ended.stderr).toContain("does not respond");
});

test("`rounds` refuses the service's own secret", async () => {
  const secret = SECRET_HEX;
  const { dataDir } = await startService();
  const ended = await rounds(`baccarat --from 1 --count 1 --secret ${secret}`, {
    DATA_DIR: dataDir,
  });
  expect(ended).toMatchObject({ code: 1, stdout: "" });
  expect(ended.stderr).toContain("the service's own secret");
});

test("`rounds` with `--secret` does not set up a service", async () => {
  const dataDir = join(await tempFolder(), "data");
  const { code } = await rounds(`baccarat --from 1 --count 1 --secret ${SECRET_HEX}`, {
    DATA_DIR: dataDir,
  });
  expect(code).toBe(0);
  expect(existsSync(dataDir)).toBe(false);
});

test.each([
  ["no game", "--from 1 --count 1", "Specify one game"],
  ["an unknown game", "poker --from 1 --count 1", "Specify one game"],
  ["no --from", "baccarat --count 1", "Pass --from"],
  ["a broken count", "baccarat --from 1 --count 1.5", "--count must be a whole number"],
  ["a round beyond all dates", "baccarat --from 99999999999999 --count 1", "--from must be"],
  ["an unknown option", "baccarat --from 1 --count 1 --verbose", "--verbose"],
  ["a secret cut short", "baccarat --from 1 --count 1 --secret abc", "64 hexadecimal digits"],
])("`rounds` refuses a call with %s", async (_, args, words) => {
  const { code, stdout, stderr } = await rounds(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(words);
  expect(stderr).toContain('Run "npm run -s rounds -- --help"');
  expect(stderr).not.toMatch(/^\s+at /m);
});
