import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { makeCertificate } from "./certificate.ts";
import { eventually } from "./eventually.ts";
import { freePort } from "./free-port.ts";
import { tempFolder } from "./temp-store.ts";

/** The real nginx with the configuration that is shipped. */
export interface Nginx {
  /** Where it speaks TLS. */
  readonly port: number;
  /** Where it speaks plain HTTP. */
  readonly plainPort: number;
  /** What its certificate is to be checked against. */
  readonly certificate: string;
  /** What it has logged so far, errors and all. */
  logged(): Promise<string>;
}

/** One that is run by hand. */
interface RunNginx extends Nginx {
  /** Has it go over to other replicas, as `systemctl reload` does. Resolves once it is told to. */
  changeOver(replicaPorts: readonly number[]): Promise<void>;
  end(): Promise<void>;
}

export const HOST = "games.example.com";

const NGINX = "/usr/sbin/nginx";
const SHIPPED = fileURLToPath(new URL("../../server/deploy/nginx.conf", import.meta.url));

/** A pattern in the configuration, which has to be there, and what replaces it. */
type Change = readonly [RegExp, string];

/** Starts nginx in front of replicas that listen on ports of this machine; it ends with the test. */
export async function startNginx(
  replicaPorts: readonly number[],
  changes: readonly Change[] = [],
  connections = 1_024,
): Promise<Nginx> {
  const nginx = await runNginx(await tempFolder(), replicaPorts, changes, connections);
  onTestFinished(nginx.end);
  return nginx;
}

/** Starts nginx in front of replicas, with its files in an empty folder, until it is ended. */
export async function runNginx(
  folder: string,
  replicaPorts: readonly number[],
  changes: readonly Change[] = [],
  connections = 1_024,
): Promise<RunNginx> {
  const [port, plainPort] = [await freePort(), await freePort()];
  const certificate = await makeCertificate(folder, HOST);
  await mkdir(join(folder, "log"));
  await writeFile(join(folder, "main.conf"), mainFile(folder, connections));
  const shipped = await readFile(SHIPPED, "utf8");
  const siteFor = (replicas: readonly number[]) =>
    adapt(shipped, [
      // The machine's own ports and files become the test's.
      [/listen 80;/, `listen 127.0.0.1:${plainPort};`],
      [/listen 443 ssl http2;/, `listen 127.0.0.1:${port} ssl http2;`],
      [/listen \[::\]:80;/, ""],
      [/listen \[::\]:443 ssl http2;/, ""],
      [/\/etc\/letsencrypt\/live\/games\.example\.com\/fullchain\.pem/, join(folder, "cert.pem")],
      [/\/etc\/letsencrypt\/live\/games\.example\.com\/privkey\.pem/, join(folder, "key.pem")],
      [/\/var\/log\/nginx\/tableside\.log/, join(folder, "log", "access.log")],
      [/\/var\/log\/nginx\/tableside-error\.log/, join(folder, "log", "error.log")],
      [
        /server 127\.0\.0\.1:3000 (?<rest>.*);/g,
        replicas.map((replica) => `server 127.0.0.1:${replica} $<rest>;`).join("\n"),
      ],
      ...changes,
    ]);
  const writeSite = (replicas: readonly number[]) =>
    writeFile(join(folder, "site.conf"), siteFor(replicas));
  await writeSite(replicaPorts);
  const args = [
    "-p",
    folder,
    "-c",
    join(folder, "main.conf"),
    "-e",
    join(folder, "log", "start.log"),
  ];
  const { stderr } = await promisify(execFile)(NGINX, [...args, "-t"]);
  if (/\[(warn|emerg|alert)\]/.test(stderr)) {
    throw new Error(`nginx is not content with its configuration:\n${stderr}`);
  }
  const child = spawn(NGINX, args, { stdio: "ignore" });
  const ended = once(child, "exit");
  async function end(): Promise<void> {
    child.kill("SIGTERM");
    await ended;
  }
  async function changeOver(replicas: readonly number[]): Promise<void> {
    await writeSite(replicas);
    child.kill("SIGHUP");
  }
  await eventually(() => child.exitCode !== null || listens(port)).catch(async (error: unknown) => {
    await end();
    throw error;
  });
  async function logged(): Promise<string> {
    const names = ["access.log", "error.log", "start.log"];
    const texts = names.map((name) => readFile(join(folder, "log", name), "utf8").catch(() => ""));
    return (await Promise.all(texts)).join("");
  }
  if (child.exitCode !== null) {
    throw new Error(`nginx ended with ${child.exitCode}: ${await logged()}`);
  }
  return { port, plainPort, certificate, logged, changeOver, end };
}

/** Replaces each pattern, which has to be there. */
function adapt(text: string, changes: readonly Change[]): string {
  return changes.reduce((adapted, [pattern, replacement]) => {
    if (adapted.search(pattern) === -1) {
      throw new Error(`The configuration has no ${pattern}.`);
    }
    return adapted.replace(pattern, replacement);
  }, text);
}

/** What Debian's own main file has, without its places. */
function mainFile(folder: string, connections: number): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `
    ${process.getuid?.() === 0 ? "user root;" : ""}
    daemon off;
    worker_processes 1;
    pid ${folder}/nginx.pid;
    events { worker_connections ${connections}; }
    http {
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n")}
      include ${folder}/site.conf;
    }
  `;
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
