import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, glob, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { eventually } from "./eventually.ts";
import { freePort } from "./free-port.ts";

const USER = "tableside";
export const PASSWORD = "Passw0rd/of:the@tests";

const ADMIN = "postgres";
/** No connection without a password, except the one that creates the databases. */
const ACCESS = `
host all ${ADMIN} 127.0.0.1/32 trust
host all all 127.0.0.1/32 scram-sha-256
`;

/** The database with all tables and no rows, which most tests copy. */
export const MIGRATED = "migrated";

/** These settings can lose data in a power cut. */
const FAST = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "shared_buffers=16MB"];

/** Starts a server without durable data in `place`. Debian's own server, if running, is not touched. */
export async function startPostgres(place = tmpdir()) {
  const folder = await mkdtemp(join(place, "tableside-postgres-"));
  const data = join(folder, "data");
  const programs = await programFolder();
  const as = unprivileged();
  if (as !== undefined) {
    await chown(folder, as.uid, as.gid);
  }
  const options = { ...as, cwd: folder, env: { PATH: process.env["PATH"], LC_ALL: "C" } };
  const setUp = ["-D", data, "-U", ADMIN, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  await promisify(execFile)(join(programs, "initdb"), setUp, options);
  await writeFile(join(data, "pg_hba.conf"), ACCESS);
  const port = await freePort();
  const settings = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories="];
  let server: ChildProcess | undefined;
  let stderr = "";

  /** Starts the server, or restarts it on the same port with its data. */
  async function start(): Promise<void> {
    const args = ["-D", data, ...[...settings, ...FAST].flatMap((setting) => ["-c", setting])];
    const child = spawn(join(programs, "postgres"), args, {
      ...options,
      stdio: ["ignore", "ignore", "pipe"],
    });
    server = child;
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    await eventually(async () => {
      if (child.exitCode !== null) {
        throw new Error(`PostgreSQL ended with ${child.exitCode}:\n${stderr}`);
      }
      return isUp(port);
    });
  }

  /** Cuts off all connections. */
  async function stop(): Promise<void> {
    if (server?.exitCode === null) {
      const ended = once(server, "exit");
      server.kill("SIGINT");
      await ended;
    }
  }

  await start();
  await asAdmin(port, `create role ${USER} login password '${PASSWORD}'`);
  return {
    port,
    start,
    stop,
    async end() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function databaseUrl(port: number, database: string, password = PASSWORD): string {
  return `postgres://${USER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

export async function asAdmin(port: number, statement: string): Promise<void> {
  const client = new pg.Client({ host: "127.0.0.1", port, user: ADMIN, database: "postgres" });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function isUp(port: number): Promise<boolean> {
  try {
    await asAdmin(port, "select 1");
    return true;
  } catch {
    return false;
  }
}

/** The folder of Debian's server programs, one per version. */
async function programFolder(): Promise<string> {
  for await (const folder of glob("/usr/lib/postgresql/*/bin")) {
    return folder;
  }
  throw new Error("PostgreSQL is not installed: run test/support/programs.ts.");
}

/** The server refuses to run as root, so root starts it as its package's own user. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) {
    return undefined;
  }
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}
