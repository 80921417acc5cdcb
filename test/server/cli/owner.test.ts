import { describe, expect, test } from "vitest";
import { ownerCommand } from "../../../server/cli/owner.ts";
import { callCommand } from "../../support/command.ts";
import { engines, settingsFor, sqlite } from "../../support/engines.ts";
import type { Engine } from "../../support/engines.ts";
import { makeServiceAt } from "../../support/made-service.ts";
import { SECRET_HEX } from "../../support/service.ts";

const NOW_MS = Date.UTC(2026, 6, 1, 9);
const ME = "me@tableside.example";

async function open(engine: Engine) {
  const place = await makeServiceAt(await engine.place());
  const settings = { ...settingsFor(place), ORACLE_SECRET: SECRET_HEX };
  return (...args: string[]) => callCommand(ownerCommand, args, settings, () => NOW_MS);
}

test.each(engines)("the owner is let in, listed and kept out, on $name", async (engine) => {
  const owner = await open(engine);
  const people = async () => JSON.parse((await owner("list", "--json")).stdout) as unknown;
  expect((await owner("add", ME)).stdout).toMatch(/\/owner\/join\/\?token=\w+\n$/);
  expect(await people()).toEqual([
    {
      person: ME,
      state: "invited",
      since: "2026-07-01T09:00:00Z",
      invitation_ends: "2026-07-02T09:00:00Z",
    },
  ]);
  expect(await owner("remove", ME)).toMatchObject({ code: 0, stderr: "" });
  expect(await people()).toEqual([]);
});

describe("the owner's command", () => {
  test.each([
    [[]],
    [["customers"]],
    [["add"]],
    [["add", "nobody"]],
    [["remove", ME, "ben@tableside.example"]],
    [["list", ME]],
    [["list", "--json", "--csv"]],
  ])("%j is refused with what there is", async (args) => {
    const refused = await (await open(sqlite))(...args);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("Usage:")]);
  });
});
