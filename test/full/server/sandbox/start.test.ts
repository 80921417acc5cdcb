import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../../../server/cli/start-sandbox.ts";
import type { StartOptions } from "../../../../server/cli/start-sandbox.ts";
import { eventually } from "../../../support/eventually.ts";
import { programEnv } from "../../../support/program-env.ts";
import { NOON } from "../../../support/sandbox.ts";

const pathOf = (file: string) => fileURLToPath(new URL(`../../../../${file}`, import.meta.url));

async function start(options: StartOptions) {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.stop());
  return sandbox;
}

const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** Runs a program of a text, and gives the first line of its output read as JSON. */
async function startProgram(text: string, args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, ["--input-type=module", "-e", text, ...args], {
    env: { ...programEnv, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  return { child, ready: JSON.parse(line) as { controlUrl: string } };
}

test("a test starts several sandboxes at once, each with its own clock and troubles, and learns what cannot be done", async () => {
  const [first, second] = await Promise.all([start({ script: NOON }), start({ script: NOON })]);
  await first.command({ do: "trouble", name: "unavailable", on: true });
  const { round } = await second.command({ do: "next", game: "baccarat", outcome: "tie" });
  expect((await second.state()).games["baccarat"]?.round).toBe(round);
  expect((await second.state()).troubles).toEqual([]);
  expect((await fetch(first.url)).status).toBe(503);
  await first.stop();
  await first.stop();
  expect([await answers(first.url), await answers(first.controlUrl)]).toEqual([false, false]);
  expect(await answers(`${second.url}/embed/baccarat/?key=${second.keys.good}`)).toBe(true);
  // @ts-expect-error There is no such place.
  const undone = second.command({ do: "move", to: "yesterday" });
  await expect(undone).rejects.toThrow('"to" must be one of');
});

test("one that cannot start says why", async () => {
  await expect(start({ script: { rate: -1 } })).rejects.toThrow(
    /^The sandbox did not start\. "rate" must be a number from 0 to 100\.$/,
  );
});

test("a sandbox ends with the test that started it, even one that was killed", async () => {
  const text = `import { startSandbox } from ${JSON.stringify(pathOf("server/cli/start-sandbox.ts"))};
    console.log(JSON.stringify(await startSandbox()));
    setInterval(() => {}, 1000);`;
  const { child, ready } = await startProgram(text, [], {});
  expect(await answers(ready.controlUrl)).toBe(true);
  child.kill("SIGKILL");
  await eventually(async () => !(await answers(ready.controlUrl)));
});

test("a sandbox ends when npx is killed, or the shell that npx starts", async () => {
  // As npx does: a shell that waits for the program.
  const text = `import { spawn } from "node:child_process";
    const [program, which] = process.argv.slice(1);
    const args = ["-c", '"$0" "$@"; true', process.execPath, program, "--json", "--port=0", "--control-port=0"];
    const shell = spawn("sh", args, { stdio: "inherit" });
    if (which === "shell") process.on("SIGTERM", () => shell.kill());
    setInterval(() => {}, 1000);`;
  for (const [which, signal] of [
    ["npx", "SIGKILL"],
    ["shell", "SIGTERM"],
  ] as const) {
    const args = [pathOf("server/cli/sandbox.ts"), which];
    const { child, ready } = await startProgram(text, args, { npm_lifecycle_event: "npx" });
    expect(await answers(ready.controlUrl)).toBe(true);
    child.kill(signal);
    await eventually(async () => !(await answers(ready.controlUrl)));
  }
});
