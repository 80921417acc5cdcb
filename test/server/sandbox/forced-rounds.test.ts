import { expect, test } from "vitest";
import { verifyCommand } from "../../../server/cli/verify.ts";
import { TEAMS } from "../../../src/games/bigsixball/game.ts";
import { pickRaceKind } from "../../../src/games/bigsixball/race-kind.ts";
import { games } from "../../../src/games/index.ts";
import { callCommand } from "../../support/command.ts";
import { startSandbox } from "../../support/sandbox.ts";

test.each([
  ["Dragon Tiger", "a tie", "dragontiger", "tie", { result: "tie" }],
  ["Baccarat", "a natural", "baccarat", "natural", { natural: true }],
  [
    "Baccarat",
    "a banker of six",
    "baccarat",
    { result: "banker", banker_total: 6 },
    { result: "banker", banker_total: 6 },
  ],
  [
    "Big Six Ball",
    "the requested first two",
    "bigsixball",
    "rovers,city",
    { result_map: expect.objectContaining({ rovers: 1, city: 2 }) },
  ],
])("the next %s round ends with %s on request", async (_, __, game, outcome, fields) => {
  const sandbox = await startSandbox();
  const { round } = await sandbox.tell({ do: "next", game, outcome });
  const open = await sandbox.read(`/embed/${game}/api/current`);
  expect(open).toMatchObject({ round, phase: "betting" });
  expect(open.remainMs).toBe(games.find(({ slug }) => slug === game)?.closesMs);
  await sandbox.tell({ do: "move", to: "result", game });
  expect(await sandbox.read(`/embed/${game}/api/current`)).toMatchObject({ round, ...fields });
  expect((await sandbox.read(`/embed/${game}/api/results?limit=1`))[0]).toMatchObject(fields);
});

test("a suited tie and a photo finish can be requested by name", async () => {
  const sandbox = await startSandbox();
  const phase = "result";
  await sandbox.tell({ do: "next", game: "dragontiger", outcome: "suited-tie", phase });
  const { dragon, tiger } = await sandbox.read("/embed/dragontiger/api/current");
  expect(dragon).toEqual(tiger);
  await sandbox.tell({ do: "next", game: "bigsixball", outcome: "photo-finish", phase });
  const { round, result_map } = await sandbox.read("/embed/bigsixball/api/current");
  const ranks = TEAMS.map((team) => result_map[team] as number);
  expect(pickRaceKind(round, ranks)).toBe("photo");
});

test("a forced round's proof is as valid as any other round's", async () => {
  const sandbox = await startSandbox();
  const forced = { do: "next", game: "baccarat", outcome: "tie", phase: "result" };
  const { record } = await sandbox.tell(forced);
  const args = [record, "--base-url", sandbox.url];
  const { code, stdout } = await callCommand(verifyCommand, args);
  expect(stdout).toContain("Consistent: every check passes");
  expect(code).toBe(4);
});
