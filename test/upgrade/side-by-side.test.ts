/* Servers of two versions on one database: real processes, the next version being this one with two more migrations. */
import { beforeAll, expect, test } from "vitest";
import { someBuild } from "../support/build.ts";
import { engines, placeIn, settingsFor } from "../support/engines.ts";
import type { Engine } from "../support/engines.ts";
import { eventually } from "../support/eventually.ts";
import { startServer } from "../support/server-process.ts";
import type { ServerProcess } from "../support/server-process.ts";
import { OTHER_SECRET_HEX, SECRET_HEX } from "../support/service.ts";
import { tablesOf, write } from "./database.ts";
import { as, open, run, upgrade } from "./trial.ts";

beforeAll(someBuild, 600_000);

/** The settings of servers on a new database. */
async function settingsOn({ emptyPlace }: Engine) {
  const secrets = { ORACLE_SECRET: SECRET_HEX, SIGNING_KEY: OTHER_SECRET_HEX };
  const settings = { ...settingsFor(await emptyPlace()), ...secrets, DEMO: "off" };
  return { present: { ...settings, ...as("present") }, next: { ...settings, ...as("next") } };
}

/** Issues a key with the command of a version. */
async function issueKey(env: Readonly<Record<string, string>>): Promise<string> {
  const { stdout } = await run("server/cli/keys.ts", ["issue", "--label", "A", "--days", "9"], env);
  return stdout.trim().split("\n").at(-1) ?? "";
}

async function opens({ address }: ServerProcess, key: string): Promise<boolean> {
  return (await fetch(`${address}/embed/baccarat/?key=${key}`)).status === 200;
}

async function end(server: ServerProcess): Promise<void> {
  server.child.kill("SIGTERM");
  expect(await server.ended()).toBe(0);
}

test.each(engines)(
  "two versions serve side by side on $name until the upgrade is confirmed; then the old one is refused",
  async (engine) => {
    const { present, next } = await settingsOn(engine);
    const old = await startServer(present);
    const young = await startServer(next);
    const [byOld, byYoung] = [await issueKey(present), await issueKey(next)];
    for (const server of [old, young]) {
      await eventually(async () => (await opens(server, byOld)) && opens(server, byYoung));
    }
    const history = async ({ address }: ServerProcess) =>
      (await fetch(`${address}/embed/baccarat/api/results?before=500000&limit=100`)).text();
    expect(await history(old)).toBe(await history(young));

    const early = await upgrade("confirm", next);
    expect(early).toMatchObject({ code: 1, stdout: "" });
    expect(early.stderr).toMatch(/^A running server of version \S+ needs what would be removed/);
    // One that is started again, as after a fault, comes back; and whoever stops it as soon as it listens does not kill it.
    await end(old);
    await end(await startServer(present));
    expect((await upgrade("confirm", present)).stderr).toMatch(/only that version can confirm/);
    const { stdout } = await upgrade("confirm", next);
    expect(stdout).toMatch(/^Confirmed 9002-\S+\. Earlier versions are refused/);
    const refused = await run("server/main.ts", [], present);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/newer version of Tableside\. Start that version/);
    expect(await opens(young, byOld)).toBe(true);
    await end(young);
  },
);

test.each(engines)(
  "an upgrade on $name is undone under the old version, once no new one runs",
  async (engine) => {
    const { present, next } = await settingsOn(engine);
    const old = await startServer(present);
    const tables = await tablesOf(placeIn(present));
    const young = await startServer(next);
    expect(await tablesOf(placeIn(present))).not.toEqual(tables);
    const early = await upgrade("undo", next);
    expect(early).toMatchObject({ code: 1, stdout: "" });
    expect(early.stderr).toMatch(/^A running server of version \S+ needs what would be taken back/);
    const key = await issueKey(next);
    await end(young);
    const status = await upgrade("status", next);
    expect(status.stdout).toMatch(/unconfirmed {2}9002-\S+\nserver /);
    expect((await upgrade("undo", next)).stdout).toMatch(/^Took back 9002-/);
    expect(await tablesOf(placeIn(present))).toEqual(tables);
    await eventually(() => opens(old, key));
    await end(old);
  },
);

test.each(engines)(
  "a server on $name that was asleep while its version ended stops by itself, and says why",
  async (engine) => {
    const { present, next } = await settingsOn(engine);
    const old = await startServer(present);
    await open(next);
    old.child.kill("SIGSTOP");
    await write(placeIn(present), "update server set seen_at = 0");
    expect((await upgrade("confirm", next)).code).toBe(0);
    old.child.kill("SIGCONT");
    expect(await old.ended()).toBe(1);
    expect(old.stderr()).toMatch(/is confirmed, so this version cannot go on/);
  },
);
