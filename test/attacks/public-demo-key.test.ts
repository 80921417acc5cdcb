// Attack: anybody takes the demo key from the front page of a service that sells keys, and opens every table with
// it for ten years without paying. Effect: the demo key was enabled wherever HOST is a loopback address, as in the
// recommended production setup with nginx in front and BASE_URL set to the public URL. Defence: the demo is off
// if BASE_URL names a host other than this machine, and an older demo key then opens nothing; DEMO=on enables it
// explicitly.
import { expect, test } from "vitest";
import { startService } from "../support/service.ts";

/** The settings of the examples in server/deploy, without DEMO. */
const BEHIND_NGINX = { DEMO: "", BASE_URL: "https://games.example.com", TRUST_PROXY: "loopback" };

test("a service behind a proxy does not show the demo key on its front page", async () => {
  const { ask, demoKey } = await startService({ env: BEHIND_NGINX });
  expect(demoKey).toBeNull();
  expect(await (await ask("/")).text()).not.toContain("tbs_live_");
});

test("a demo key from a local service does not work once the service is public", async () => {
  const tried = await startService({ env: { DEMO: "" } });
  const page = `/embed/baccarat/?key=${tried.demoKey}`;
  expect((await tried.ask(page)).status).toBe(200);
  const open = await startService({ env: { ...BEHIND_NGINX, DATA_DIR: tried.dataDir } });
  expect((await open.ask(page)).status).toBe(401);
});

test.each(["http://localhost:3000", "http://127.0.0.1:8080", "http://[::1]:3000"])(
  "the demo stays on while the service is reachable only from its own machine: %s",
  async (address) => {
    const { demoKey } = await startService({ env: { DEMO: "", BASE_URL: address } });
    expect(demoKey).not.toBeNull();
  },
);
