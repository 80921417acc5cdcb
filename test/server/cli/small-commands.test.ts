import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { backupCommand } from "../../../server/cli/backup.ts";
import type { Command } from "../../../server/cli/command.ts";
import { keysCommand } from "../../../server/cli/keys.ts";
import { maintenanceCommand } from "../../../server/cli/maintenance.ts";
import { ownerCommand } from "../../../server/cli/owner.ts";
import { sandboxCommand } from "../../../server/cli/sandbox.ts";
import { secretCommand } from "../../../server/cli/secret.ts";
import { listActions } from "../../../server/owner/lists-page.ts";
import { dateOfDay, dayAt } from "../../../src/fairness/utc-day.ts";
import { callCommand } from "../../support/command.ts";
import { engines, placeIn, postgres, settingsFor } from "../../support/engines.ts";
import { makeServiceAt, serviceFolder } from "../../support/made-service.ts";
import { tempStore } from "../../support/temp-store.ts";

const TODAY = dayAt(Date.now());

describe.each(engines)("on $name", (engine) => {
  test("`maintenance on` closes all games unless one is named", async () => {
    const place = await makeServiceAt(await engine.place());
    const maintenance = (...args: string[]) =>
      callCommand(maintenanceCommand, args, settingsFor(place));
    expect(await maintenance("status")).toEqual({
      code: 0,
      stdout: "dragontiger  up\nbaccarat     up\nbigsixball   up\n",
      stderr: "",
    });
    const down = await maintenance("on");
    expect(down.stdout.match(/down since 20\d\d-[\dT:-]+Z\n/g)).toHaveLength(3);
    expect((await maintenance("off", "baccarat")).stdout).toBe("baccarat  up\n");
    expect((await maintenance("status")).stdout).toMatch(
      /^dragontiger +down since .*Z\nbaccarat +up\nbigsixball +down since .*Z\n$/,
    );
    const actions = await listActions((await tempStore(place)).store, 9);
    expect(
      actions.map(({ action, by, detail }) => [action, by, detail["game"]]).toSorted(),
    ).toEqual([
      ["maintenance_off", null, "baccarat"],
      ["maintenance_on", null, "dragontiger baccarat bigsixball"],
    ]);
  });
});

test("`rotate` creates a new secret once, readable only by the file's owner", async () => {
  const DATA_DIR = await serviceFolder();
  const date = dateOfDay(TODAY + 5);
  const rotate = () => callCommand(secretCommand, ["rotate", "--from", date], { DATA_DIR });
  const file = join(DATA_DIR, `secret.${date}`);
  // Cause: no message asked for a backup, and the latest one lacked the new secret.
  expect((await rotate()).stdout).toMatch(new RegExp(`${file}\\..*make a new backup`));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const secret = await readFile(file, "utf8");
  expect(secret).toMatch(/^[0-9a-f]{64}\n$/);
  // Cause: it reported a new secret although the earlier one stayed, which may have been stolen.
  expect(await rotate()).toMatchObject({ code: 1, stdout: "" });
  expect(await readFile(file, "utf8")).toBe(secret);
  const soonest = await callCommand(secretCommand, ["rotate"], { DATA_DIR });
  // Cause: it named no end, although a stolen secret of a later day would decide again.
  expect(soonest.stdout).toContain(
    `${join(DATA_DIR, `secret.${dateOfDay(TODAY + 1)}`)}, until the secret from ${date} takes over.`,
  );
});

test("`rotate` prints the new secret as a setting if the current one is a setting", async () => {
  const settings = settingsFor(await makeServiceAt(await postgres.place()));
  const date = dateOfDay(TODAY + 5);
  const { stdout, stderr } = await callCommand(secretCommand, ["rotate", "--from", date], settings);
  expect(stderr).toContain(`every server before ${dateOfDay(TODAY + 4)} 00:00 UTC`);
  expect(stdout).toMatch(new RegExp(`^LATER_SECRETS=${date}:[0-9a-f]{64}\n$`));
});

// Cause: the printed setting replaced that of an earlier rotation, and the service refused to start without it.
test("`rotate` prints the setting with the secrets of earlier rotations", async () => {
  const settings = settingsFor(await makeServiceAt(await postgres.place()));
  const [first, second] = [dateOfDay(TODAY + 5), dateOfDay(TODAY + 9)];
  const { store } = await tempStore(placeIn(settings));
  const era = { from_day: TODAY + 5, fingerprint: "" };
  await store.db.insertInto("secret_era").values(era).execute();
  const alone = await callCommand(secretCommand, ["rotate", "--from", second], settings);
  expect(alone).toMatchObject({ code: 1, stdout: "" });
  expect(alone.stderr).toContain(`LATER_SECRETS lacks the secret from ${first}`);
  const LATER_SECRETS = `${first}:${"ab".repeat(32)}`;
  const rotate = (date: string) =>
    callCommand(secretCommand, ["rotate", "--from", date], { ...settings, LATER_SECRETS });
  expect((await rotate(second)).stdout).toMatch(
    new RegExp(`^LATER_SECRETS=${LATER_SECRETS},${second}:[0-9a-f]{64}\n$`),
  );
  const sooner = await rotate(dateOfDay(TODAY + 3));
  expect(sooner.stderr).toContain(`until the secret from ${first} takes over.`);
  // Cause: it printed the same setting again, and an owner took a stolen secret for replaced.
  expect(await rotate(first)).toMatchObject({ code: 1, stdout: "" });
});

test.each<[string, Command, string[], Record<string, string>, number, string]>([
  ["no action", maintenanceCommand, [], {}, 2, "Specify a command: on, off or status."],
  ["an unknown game", maintenanceCommand, ["on", "poker"], {}, 1, '"poker" is not a game'],
  ["too many arguments", maintenanceCommand, ["on", "baccarat", "x"], {}, 2, "at most one game"],
  ["an unknown flag", maintenanceCommand, ["on", "--now"], {}, 2, "Unknown option --now.\n"],
  // Cause: Node's own words for these two named neither the mistake nor the remedy.
  [
    "a value like a flag",
    keysCommand,
    ["renew", "x", "--days", "-3"],
    {},
    2,
    "--days needs a value",
  ],
  ["flags that npm took", keysCommand, ["issue", "x"], {}, 2, "Options of npm run need --"],
  ["no command", secretCommand, [], {}, 2, "is rotate"],
  ["a malformed day", secretCommand, ["rotate", "--from", "soon"], {}, 2, "--from must be a date"],
  ["today", secretCommand, ["rotate", "--from", dateOfDay(TODAY)], {}, 1, "are already published"],
])("a command with %s is refused with a reason", async (_, command, args, env, expected, words) => {
  const DATA_DIR = await serviceFolder();
  const { code, stdout, stderr } = await callCommand(command, args, { DATA_DIR, ...env });
  expect({ code, stdout }).toEqual({ code: expected, stdout: "" });
  expect(stderr).toContain(words);
  // Cause: 30 lines of usage hid the message.
  expect(/\nRun "npm run -s \w+ -- --help" for usage\.\n$/.test(stderr)).toBe(expected === 2);
  expect(stderr).not.toContain("Usage:");
});

// Cause: a misspelt command got the response "Specify a command.".
test.each<[string, Command, string]>([
  ["keys", keysCommand, "issue, list, revoke, renew or sites"],
  ["owner", ownerCommand, "add, remove, list or test-mail"],
  ["backup", backupCommand, "make, restore or move"],
  ["maintenance", maintenanceCommand, "on, off or status"],
  [
    "sandbox",
    sandboxCommand,
    "start, next, rate, move, failure, key, webhook, restart, cut-streams, reset or state",
  ],
])("`%s` names its commands when one is misspelt", async (_, command, choices) => {
  const { code, stdout, stderr } = await callCommand(command, ["isue", "x"], {});
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(`"isue" is not a command: choose ${choices}.\n`);
});

// Cause: a number with a typing error became the default, silently.
test.each([
  [["restart", "--down-ms", "x"], "must be numbers"],
  [["failure", "slow", "on", "--ms", "abc"], "must be numbers"],
  [["key", "--days", "abc"], "must be numbers"],
  [["next", "baccarat"], "Pass the outcome"],
])("the sandbox refuses the arguments %j", async (args, reason) => {
  const { code, stderr } = await callCommand(sandboxCommand, args, {});
  expect(code).toBe(2);
  expect(stderr).toContain(reason);
});
