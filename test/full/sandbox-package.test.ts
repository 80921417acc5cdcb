import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { packedSandbox } from "../support/packed-kit.ts";
import { programEnv } from "../support/program-env.ts";
import { listen } from "../support/running-service.ts";
import { startSandboxProcess } from "../support/sandbox-process.ts";
import { tempFolder } from "../support/temp-store.ts";

const tarball = packedSandbox();

test("the package runs a whole sandbox out of its one tarball, without a network or a build", async () => {
  const folder = await tempFolder();
  await writeFile(join(folder, "package.json"), "{}");
  // It depends on nothing, so that nothing else is fetched.
  const npm = ["install", "--offline", "--silent", tarball()];
  await promisify(execFile)("npm", npm, { cwd: folder, env: { ...programEnv, HOME: folder } });
  // Its module, with types that a strict project takes.
  const use = `import { startSandbox } from "tableside-sandbox";
    const { command, stop } = await startSandbox({ script: { rate: 0 } });
    const { round }: { round: number } = await command({ do: "next", game: "baccarat", outcome: "tie" });
    await stop();
    if (!(round > 0)) throw new Error("No round.");`;
  await writeFile(join(folder, "use.mts"), use);
  const run = (args: string[]) =>
    promisify(execFile)(process.execPath, args, { cwd: folder, env: programEnv });
  const tsc = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));
  const strict = ["--strict", "--noEmit", "--module", "nodenext", "--target", "esnext"];
  await run([tsc, ...strict, "use.mts"]);
  // A game or a field that there is not does not compile.
  await writeFile(join(folder, "wrong.mts"), use.replace('"baccarat"', '"baccarrat"'));
  await expect(run([tsc, ...strict, "wrong.mts"])).rejects.toThrow("Command failed");
  await run(["use.mts"]);
  const program = join(folder, "node_modules/.bin/tableside-sandbox");
  const sandbox = await startSandboxProcess(program);
  onTestFinished(() => sandbox.end());

  const tell = async (command?: object) => {
    const body = command && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(command),
    };
    return (await fetch(sandbox.controlUrl, body)).json();
  };
  const { address, keys } = (await tell()) as { address: string; keys: { good: string } };
  // Found by name, so every game's own file is in the bundle.
  await tell({ do: "next", game: "dragontiger", outcome: "suited-tie" });
  await tell({ do: "next", game: "bigsixball", outcome: "photo-finish" });
  await tell({ do: "next", game: "baccarat", outcome: "natural", phase: "result" });
  const state = await (await fetch(`${address}/embed/baccarat/api/current`)).json();
  expect(state).toMatchObject({ phase: "result", natural: true });
  // Sent by a thread, which is a file of its own.
  const { promise, resolve } = Promise.withResolvers<void>();
  const { url, end } = await listen((_request, response) => {
    response.end();
    resolve();
  });
  onTestFinished(end);
  await tell({ do: "webhook", url });
  await tell({ do: "move", to: "revealing", game: "baccarat" });
  await promise;
  for (const path of [
    "/",
    "/verify/",
    "/docs/",
    "/game-table.js",
    `/embed/baccarat/?key=${keys.good}`,
  ]) {
    expect((await fetch(address + path)).status).toBe(200);
  }
});
