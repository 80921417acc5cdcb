import { describe, expect, onTestFinished, test } from "vitest";
import { watchMaintenance } from "../../../server/access/maintenance.ts";
import { watchStoreChanges } from "../../../server/access/store-changes.ts";
import { maintenanceCommand } from "../../../server/cli/maintenance.ts";
import { listActs } from "../../../server/owner/acts.ts";
import type { StorePlace } from "../../../server/store/store.ts";
import { callCommand } from "../../support/command.ts";
import { engines, settingsFor, sqlite } from "../../support/engines.ts";
import { eventually } from "../../support/eventually.ts";
import { makeServiceAt } from "../../support/made-service.ts";
import { noFaults } from "../../support/no-faults.ts";
import { tempStore } from "../../support/temp-store.ts";

function commandLine(place: StorePlace) {
  return (...args: string[]) => callCommand(maintenanceCommand, args, settingsFor(place));
}

describe.each(engines)("maintenance on the command line, on $name", (engine) => {
  test("takes down all games unless one is named, and shows which", async () => {
    const place = await makeServiceAt(await engine.place());
    const maintenance = commandLine(place);
    expect(await maintenance("status")).toEqual({
      code: 0,
      stdout: "dragontiger  up\nbaccarat     up\nbigsixball   up\n",
      stderr: "",
    });
    expect((await maintenance("status", "baccarat", "--csv")).stdout).toBe(
      '"game","state","since"\r\n"baccarat","open",""\r\n',
    );
    expect(JSON.parse((await maintenance("status", "--json")).stdout)).toHaveLength(3);
    expect((await maintenance("on", "--csv")).code).toBe(2);
    const down = await maintenance("on");
    expect(down.code).toBe(0);
    expect(down.stdout.match(/down since 20\d\d-[\dT:-]+Z\n/g)).toHaveLength(3);
    expect((await maintenance("off", "baccarat")).stdout).toBe("baccarat  up\n");
    const mixed = (await maintenance("status", "all")).stdout;
    expect(mixed).toMatch(
      /^dragontiger {2}down since .*\nbaccarat {5}up\nbigsixball {3}down since /,
    );
    const acts = await listActs((await tempStore(place)).store, 9);
    expect(acts.map(({ action, by, detail }) => [action, by, detail["game"]]).toSorted()).toEqual([
      ["maintenance_off", null, "baccarat"],
      ["maintenance_on", null, "dragontiger baccarat bigsixball"],
    ]);
  });

  test("reaches a running server", async () => {
    const place = await makeServiceAt(await engine.place());
    const maintenance = commandLine(place);
    const { store } = await tempStore(place);
    const changes = watchStoreChanges(store, noFaults);
    onTestFinished(() => changes.stop());
    const watched = watchMaintenance(store, changes, () => {});
    await changes.start();
    for (const [action, expected] of [
      ["on", true],
      ["off", false],
    ] as const) {
      await maintenance(action, "baccarat");
      await eventually(() => watched.isDown("baccarat") === expected);
      expect(watched.isDown("dragontiger")).toBe(false);
    }
  });
});

// Cause: with a mistyped DATA_DIR it said "down" while production stayed up.
test("maintenance is refused where there is no service", async () => {
  const maintenance = commandLine(await sqlite.emptyPlace());
  const ended = await maintenance("on", "all");
  expect(ended).toMatchObject({ code: 1, stdout: "" });
  expect(ended.stderr).toContain("There is no service in");
  expect((await maintenance("on", "all", "--create")).stdout).toMatch(/down since/);
});

describe("a wrong call of maintenance", () => {
  test.each<[string, string[], RegExp]>([
    ["nothing to do", [], /Say what to do/],
    ["an unknown action", ["pause"], /on, off or status/],
    ["an unknown game", ["on", "poker"], /no game "poker"/],
    ["too many words", ["on", "baccarat", "dragontiger"], /for which game/],
    ["an unknown flag", ["on", "--now"], /--now/],
  ])("%s: 2, with words and usage", async (_, args, words) => {
    const maintenance = commandLine(await makeServiceAt(await sqlite.place()));
    const ended = await maintenance(...args);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toMatch(words);
    expect(ended.stderr).toContain("Usage: npm run -s maintenance --");
  });
});
