import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { newWebhookSecret, signedHeaders } from "../../server/webhooks/signature.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { programEnv } from "../support/program-env.ts";
import { tempFolder } from "../support/temp-store.ts";

const SNIPPETS = new URL("../../src/snippets/webhooks/", import.meta.url);
const KIT = new URL("../../src/kit/webhooks.ts", import.meta.url).href;
const SECRET = newWebhookSecret();
const OTHER = newWebhookSecret();
const BODY = '{"type":"test","timestamp":"2026-07-01T00:00:00.000Z","data":{"endpoint":"ü"}}';

const LANGUAGES: readonly (readonly [string, (file: string, port: number) => string[]])[] = [
  ["webhooks.mjs", (file) => [process.execPath, file]],
  ["webhooks.py", (file) => ["python3", file]],
  ["webhooks.php", (file, port) => ["php", "-S", `127.0.0.1:${port}`, file]],
];

/** Runs a receiver of the docs with the real interpreter; gives its address. */
async function startSnippet(name: string, call: (file: string, port: number) => string[]) {
  const folder = await tempFolder();
  const file = join(folder, name);
  await copyFile(fileURLToPath(new URL(name, SNIPPETS)), file);
  // Nobody has installed the package here.
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace('"tableside/webhooks"', JSON.stringify(KIT)));
  const port = await freePort();
  const [program = "", ...args] = call(file, port);
  const child = spawn(program, args, {
    cwd: folder,
    env: {
      ...programEnv,
      PORT: String(port),
      WEBHOOK_SECRET: `${OTHER} ${SECRET}`,
      WEBHOOKS_DIR: folder,
    },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  await eventually(() => isListening(port));
  return `http://127.0.0.1:${port}/`;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}

test.each(LANGUAGES)(
  "%s takes what is genuine, also twice, and nothing else",
  async (name, call) => {
    const url = await startSnippet(name, call);
    const send = async (body: string, headers: Record<string, string>) =>
      (await fetch(url, { method: "POST", body, headers })).status;
    const nowMs = Date.now();
    const genuine = signedHeaders("hook_1-a", BODY, [SECRET], nowMs);
    expect(await send(BODY, genuine)).toBe(204);
    expect(await send(BODY, genuine)).toBe(204);
    expect(await send(`${BODY} `, genuine)).toBe(400);
    expect(await send(BODY, signedHeaders("hook_1-a", BODY, [SECRET], nowMs - 400_000))).toBe(400);
    expect(await send(BODY, signedHeaders("hook_1-a", BODY, [newWebhookSecret()], nowMs))).toBe(
      400,
    );
    expect(await send(BODY, { ...genuine, "webhook-signature": "v1,AAAA" })).toBe(400);
    expect(await send(BODY, { ...genuine, "webhook-timestamp": "soon" })).toBe(400);
    expect(await send(BODY, { "content-type": "application/json" })).toBe(400);
    // A body of 60 MB once stood in the receiver's memory, signed or not.
    expect(await send(" ".repeat(70_000), genuine)).toBe(413);
    expect(await send(BODY, genuine)).toBe(204);
  },
);
