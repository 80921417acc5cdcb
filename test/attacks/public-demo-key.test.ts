// Cause: the demo key was on wherever HOST is a loopback address, which it is in the recommended
// production setup too: nginx in front, and BASE_URL saying where the world reaches the service.
// Attack: anybody reads the front page of a service that is for sale, takes the demo key out of it,
// and opens every table with it for ten years without paying.
// What stops it: the demo is off where BASE_URL names another host than this machine, and a demo key
// of earlier days opens nothing then; DEMO=on is for those who want it nevertheless.
import { expect, test } from "vitest";
import { startService } from "../support/service.ts";

/** The settings of the examples in server/deploy, on top of the defaults; no DEMO is said. */
const BEHIND_NGINX = { DEMO: "", BASE_URL: "https://games.example.com", TRUST_PROXY: "loopback" };

test("a service behind a proxy shows no demo key on its front page", async () => {
  const { ask, demoKey } = await startService({ env: BEHIND_NGINX });
  expect(demoKey).toBeNull();
  expect(await (await ask("/")).text()).not.toContain("tbs_live_");
});

test("a demo key from when the service was tried out opens nothing once it is public", async () => {
  const tried = await startService({ env: { DEMO: "" } });
  const page = `/embed/baccarat/?key=${tried.demoKey}`;
  expect((await tried.ask(page)).status).toBe(200);
  const open = await startService({ env: { ...BEHIND_NGINX, DATA_DIR: tried.dataDir } });
  expect((await open.ask(page)).status).toBe(401);
});

test.each(["http://localhost:3000", "http://127.0.0.1:8080", "http://[::1]:3000"])(
  "the demo stays on where only this machine reaches the service: %s",
  async (address) => {
    const { demoKey } = await startService({ env: { DEMO: "", BASE_URL: address } });
    expect(demoKey).not.toBeNull();
  },
);
