import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
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

type Call = (file: string, port: number) => string[];

const php: Call = (file, port) => ["php", "-S", `127.0.0.1:${port}`, file];
const LANGUAGES: readonly (readonly [string, Call])[] = [
  ["webhooks.mjs", (file) => [process.execPath, file]],
  ["webhooks.py", (file) => ["python3", file]],
  ["webhooks.php", php],
];

/** Copies a docs program to a folder where the package is not installed. */
async function copySnippet(name: string, folder: string): Promise<string> {
  const file = join(folder, name);
  const text = await readFile(new URL(name, SNIPPETS), "utf8");
  await writeFile(file, text.replace('"tableside/webhooks"', JSON.stringify(KIT)));
  return file;
}

/** Runs a docs receiver with the real interpreter; returns its URL. */
async function startSnippet(name: string, call: Call, folder: string) {
  const file = await copySnippet(name, folder);
  const port = await freePort();
  const [program = "", ...args] = call(file, port);
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...programEnv, PORT: String(port), WEBHOOK_SECRET: `${OTHER} ${SECRET}` },
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

// Cause: a receiver with an empty secret started, and rejected every webhook until its endpoint was switched off.
test.each(LANGUAGES.slice(0, 2))("%s does not start without a secret", async (name, call) => {
  const file = await copySnippet(name, await tempFolder());
  const [program = "", ...args] = call(file, await freePort());
  const env = { ...programEnv, WEBHOOK_SECRET: "" };
  await expect(promisify(execFile)(program, args, { env, timeout: 20_000 })).rejects.toMatchObject({
    stderr: expect.stringContaining("Set WEBHOOK_SECRET"),
  });
});

test.each(LANGUAGES)("%s accepts only genuine webhooks", async (name, call) => {
  const url = await startSnippet(name, call, await tempFolder());
  const send = async (body: string, headers: Record<string, string>) =>
    (await fetch(url, { method: "POST", body, headers })).status;
  const nowMs = Date.now();
  const genuine = signedHeaders("hook_1-a", BODY, [SECRET], nowMs);
  expect(await send(BODY, genuine)).toBe(204);
  expect(await send(BODY, genuine)).toBe(204);
  expect(await send(`${BODY} `, genuine)).toBe(400);
  expect(await send(BODY, signedHeaders("hook_1-a", BODY, [SECRET], nowMs - 400_000))).toBe(400);
  expect(await send(BODY, signedHeaders("hook_1-a", BODY, [newWebhookSecret()], nowMs))).toBe(400);
  expect(await send(BODY, { ...genuine, "webhook-signature": "v1,AAAA" })).toBe(400);
  expect(await send(BODY, { ...genuine, "webhook-timestamp": "soon" })).toBe(400);
  expect(await send(BODY, { "content-type": "application/json" })).toBe(400);
  // The receiver once read a 60 MB body into memory, signed or not.
  expect(await send(" ".repeat(70_000), genuine)).toBe(413);
  expect(await send(BODY, genuine)).toBe(204);
});

// Cause: a sender of half a body prevented the Python receiver from answering other senders. So does PHP's development
// server, but production uses a real one.
test.each(LANGUAGES.slice(0, 2))(
  "%s answers while another sender is silent",
  async (name, call) => {
    const url = await startSnippet(name, call, await tempFolder());
    const silent = connect(Number(new URL(url).port), "127.0.0.1");
    onTestFinished(() => void silent.destroy());
    await once(silent, "connect");
    silent.write("POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{}");
    const headers = signedHeaders("hook_1", BODY, [SECRET], Date.now());
    expect((await fetch(url, { method: "POST", body: BODY, headers })).status).toBe(204);
  },
);

test("webhooks.php stores a webhook on the retry if the first attempt failed", async () => {
  const folder = await tempFolder();
  const stored = () => readdir(join(folder, "webhooks"));
  const headers = signedHeaders("hook_1-a", BODY, [SECRET], Date.now());
  const send = async (url: string) =>
    (await fetch(url, { method: "POST", body: BODY, headers })).status;
  // No file can have a byte, as on a full disk.
  const onFullDisk: Call = (file, port) => [
    "sh",
    "-c",
    'trap "" XFSZ; ulimit -f 0; exec "$@"',
    "sh",
    ...php(file, port),
  ];
  expect(await send(await startSnippet("webhooks.php", onFullDisk, folder))).toBe(500);
  expect(await stored()).toEqual([]);
  expect(await send(await startSnippet("webhooks.php", php, folder))).toBe(204);
  const [file = "", ...others] = await stored();
  expect(others).toEqual([]);
  expect(file).toMatch(/^[0-9a-f]{64}\.json$/);
  expect(await readFile(join(folder, "webhooks", file), "utf8")).toBe(BODY);
});
