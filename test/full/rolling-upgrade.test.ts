/*
 * Two servers behind the nginx that is shipped are replaced by the next version, one after the other, while viewers
 * follow the streams and ask for all they can: nobody sees anything but answers.
 */
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { games } from "../../src/games/index.ts";
import { momentAt } from "../../src/round/phases.ts";
import { someBuild } from "../support/build.ts";
import { postgres, settingsFor } from "../support/engines.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { openHttp2 } from "../support/http2-client.ts";
import { startNginx } from "../support/nginx.ts";
import { startServer } from "../support/server-process.ts";
import { OTHER_SECRET_HEX, SECRET_HEX } from "../support/service.ts";
import { follow, phasesFrom } from "../support/stream-viewer.ts";
import type { Viewer } from "../support/stream-viewer.ts";
import { as, run, upgrade } from "../upgrade/trial.ts";

beforeAll(someBuild, 600_000);

test("an upgrade of two servers, one after the other, costs no viewer an answer or a phase", async () => {
  const settings = {
    ...settingsFor(await postgres.emptyPlace()),
    ORACLE_SECRET: SECRET_HEX,
    SIGNING_KEY: OTHER_SECRET_HEX,
    TRUST_PROXY: "loopback",
    DEMO: "off",
  };
  const ports = [await freePort(), await freePort()] as const;
  const start = (port: number, version: "present" | "next") =>
    startServer({ ...settings, ...as(version), PORT: String(port) });
  const old = [await start(ports[0], "present"), await start(ports[1], "present")];
  // All viewers have one address here, and a quick machine would meet its limit.
  const nginx = await startNginx(ports, [[/rate=100r\/s/, "rate=100000r/s"]]);
  const order = ["issue", "--label", "A", "--days", "9"];
  const issued = await run("server/cli/keys.ts", order, { ...settings, ...as("present") });
  const key = issued.stdout.trim().split("\n").at(-1) ?? "";

  const viewers: Viewer[] = [];
  for (const game of games) {
    for (let i = 0; i < ports.length; i++) {
      viewers.push(follow(await openHttp2(nginx), game));
    }
  }
  await eventually(() => viewers.every((viewer) => viewer.ids().length > 0));
  const statuses = new Map<number, number>();
  let isOver = false;
  const load = (async () => {
    const viewer = await openHttp2(nginx);
    const paths = ["current", "results?limit=20", "schedule"].map((path) => `api/${path}`);
    while (!isOver) {
      for (const path of [...paths, `?key=${key}`]) {
        const { status } = await viewer.ask(`/embed/baccarat/${path}`);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        await pause(30);
      }
    }
  })();

  for (const [index, server] of old.entries()) {
    // Time enough to come back before two phases have passed by, on a busy machine as well.
    await eventually(() => games.every((game) => momentAt(Date.now(), game).leftMs > 3_000));
    server.child.kill("SIGTERM");
    expect(await server.ended()).toBe(0);
    await start(ports[index] ?? 0, "next");
    await pause(2_000);
  }
  const next = { ...settings, ...as("next") };
  expect((await upgrade("confirm", next)).stdout).toMatch(/^Confirmed /);
  const heard = new Map(viewers.map((viewer) => [viewer, viewer.ids().length]));
  await eventually(() => viewers.every((viewer) => viewer.ids().length > (heard.get(viewer) ?? 0)));
  isOver = true;
  await load;
  expect([...statuses.keys()]).toEqual([200]);
  for (const viewer of viewers) {
    viewer.stop();
    const [first = ""] = viewer.ids();
    expect(viewer.opened()).toBeGreaterThan(1);
    expect(viewer.ids()).toEqual(phasesFrom(first, viewer.ids().length));
  }
});
