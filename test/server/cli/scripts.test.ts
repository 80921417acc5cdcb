import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { runScript } from "../../support/command.ts";
import { eventually } from "../../support/eventually.ts";
import { freePort } from "../../support/free-port.ts";
import { programEnv } from "../../support/program-env.ts";
import { tempFolder } from "../../support/temp-store.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

// An old Node read TypeScript as far as the first type, and reported a syntax error.
test("every npm script that runs a program says first which Node it needs", async () => {
  const { scripts } = JSON.parse(await readFile(`${ROOT}package.json`, "utf8")) as {
    scripts: Record<string, string>;
  };
  const { format: _, ...others } = scripts;
  for (const [name, line] of Object.entries(others)) {
    expect(`${name}: ${line}`).toMatch(/: node server\/runtime\/require-node\.mjs && /);
  }
});

// The other tests of a command run it inside of their own process.
test.each([
  ["audit", 3],
  ["beacon", 2],
  ["keys", 2],
  ["maintenance", 2],
  ["payments", 2],
  ["rounds", 2],
  ["secret", 2],
  ["verify", 3],
  ["webhooks", 2],
])(
  "`npm run %s` is a program: a wrong call says how it is called, and ends with %i",
  async (name, code) => {
    const ended = await runScript(`server/cli/${name}.ts`, ["--nonsense"]);
    expect(ended).toMatchObject({ code, stdout: "" });
    expect(ended.stderr).toContain(`Usage: npm run -s ${name} -- `);
  },
);

// The shell between npm and the server kept the signal to itself.
test("a signal to `npm run dev` ends its server too", async () => {
  const port = String(await freePort());
  const child = spawn("npm", ["run", "dev"], {
    cwd: ROOT,
    env: {
      ...programEnv,
      HOME: process.env["HOME"],
      PORT: port,
      DATA_DIR: await tempFolder(),
    },
    stdio: "ignore",
    detached: true,
  });
  const ended = once(child, "exit");
  onTestFinished(() => {
    try {
      process.kill(-(child.pid ?? 0), "SIGKILL");
    } catch {
      // All of them are gone, as they should be.
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
