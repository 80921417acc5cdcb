import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** The service as it is run, in a process of its own, with a data folder that is gone with it. */
export interface MainServer {
  /** Such as http://127.0.0.1:4321 */
  readonly address: string;
  readonly dataDir: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts the server as `npm start` does.
 *
 * @param env its settings besides the port and the data folder.
 * @param execArgv options of Node.
 */
export async function startMainServer(
  env: Readonly<Record<string, string>> = {},
  execArgv: readonly string[] = [],
): Promise<MainServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "tableside-bench-"));
  const { scripts } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as {
    scripts: { start: string };
  };
  const [, words = ""] = /exec node (.+)$/.exec(scripts.start) ?? [];
  const server = spawn(process.execPath, [...execArgv, ...words.split(" ")], {
    cwd: ROOT,
    env: { PATH: process.env["PATH"], PORT: "0", DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: server.stdout })) {
    const [, address] = /"listening".*"address":"([^"]+)"/.exec(line) ?? [];
    if (address !== undefined) {
      server.stdout.resume();
      return {
        address,
        dataDir,
        pid: server.pid ?? 0,
        async stop() {
          server.kill();
          await once(server, "exit");
          await rm(dataDir, { recursive: true, force: true });
        },
      };
    }
  }
  await rm(dataDir, { recursive: true, force: true });
  throw new Error("The server ended before it listened.");
}
