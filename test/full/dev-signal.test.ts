import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { programEnv } from "../support/program-env.ts";
import { tempFolder } from "../support/temp-store.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

// Cause: the shell between npm and the server did not forward the signal.
test("a signal to `npm run dev` also ends its server", async () => {
  const port = String(await freePort());
  const child = spawn("npm", ["run", "dev"], {
    cwd: ROOT,
    env: { ...programEnv, HOME: process.env["HOME"], PORT: port, DATA_DIR: await tempFolder() },
    stdio: "ignore",
    detached: true,
  });
  const ended = once(child, "exit");
  onTestFinished(() => {
    try {
      process.kill(-(child.pid ?? 0), "SIGKILL");
    } catch {
      // All processes have ended, as expected.
    }
  });
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      () => true,
      () => false,
    );
  await eventually(isUp);
  child.kill("SIGTERM");
  await ended;
  await expect.poll(isUp).toBe(false);
});
