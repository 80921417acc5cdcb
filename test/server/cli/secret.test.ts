import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { secretCommand } from "../../../server/cli/secret.ts";
import { dateOfDay, dayAt } from "../../../src/fairness/utc-day.ts";
import { callCommand } from "../../support/command.ts";
import { postgres, settingsFor } from "../../support/engines.ts";
import { makeServiceAt, serviceFolder } from "../../support/made-service.ts";
import { tempFolder, tempStore } from "../../support/temp-store.ts";

const TODAY = dayAt(Date.now());

function rotate(env: Record<string, string>, ...args: string[]) {
  return callCommand(secretCommand, args, env);
}

test("a new secret is made for its owner only, and made once", async () => {
  const DATA_DIR = await serviceFolder();
  const date = dateOfDay(TODAY + 5);
  const { code, stdout } = await rotate({ DATA_DIR }, "rotate", "--from", date);
  expect(code).toBe(0);
  const file = join(DATA_DIR, `secret.${date}`);
  expect(stdout).toContain(file);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const secret = await readFile(file, "utf8");
  expect(secret).toMatch(/^[0-9a-f]{64}\n$/);
  await rotate({ DATA_DIR }, "rotate", "--from", date);
  expect(await readFile(file, "utf8")).toBe(secret);
});

test("where the secret is a setting, so is the new one", async () => {
  const settings = settingsFor(await makeServiceAt(await postgres.place()));
  const date = dateOfDay(TODAY + 5);
  const { code, stdout } = await rotate(settings, "rotate", "--from", date);
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`^LATER_SECRETS=${date}:[0-9a-f]{64}\n$`));
});

describe("refused:", () => {
  test("a day that is published already", async () => {
    const DATA_DIR = await serviceFolder();
    const { store } = await tempStore({ file: join(DATA_DIR, "tableside.sqlite") });
    const day = TODAY + 2;
    await store.db.insertInto("day_header").values({ game: "x", day, header: "{}" }).execute();
    const { code, stderr } = await rotate({ DATA_DIR }, "rotate", "--from", dateOfDay(day));
    expect(code).toBe(1);
    expect(stderr).toContain(`Choose ${dateOfDay(day + 1)} or later`);
  });

  test("today, where nothing is published yet", async () => {
    const DATA_DIR = await serviceFolder();
    const { code } = await rotate({ DATA_DIR }, "rotate", "--from", dateOfDay(TODAY));
    expect(code).toBe(1);
  });

  test.each([[[]], [["rotate"]], [["rotate", "--from", "soon"]], [["--from", "2030-01-01"]]])(
    "%j, which says nothing",
    async (args) => {
      const { code, stderr } = await rotate({ DATA_DIR: await tempFolder() }, ...args);
      expect(code).toBe(2);
      expect(stderr).toContain("from which UTC day on");
    },
  );
});
