import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer as createTlsServer } from "node:https";
import { createServer } from "node:net";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { isPublicAddress, parseTarget } from "../../../server/webhooks/endpoint-url.ts";
import { post } from "../../../server/webhooks/post.ts";
import { newWebhookSecret } from "../../../server/webhooks/signature.ts";
import { listenOn } from "../../support/free-port.ts";
import { tempFolder } from "../../support/temp-store.ts";

const ORDER = { id: "1", body: "{}", secrets: [newWebhookSecret()], sentAtMs: 0 };
const OPTIONS = { timeoutMs: 60_000 };

test.each(
  [
    "127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1",
    "0.0.0.0 224.0.0.1 255.255.255.255 192.0.2.1 198.18.0.1 240.0.0.1",
    "::1 :: fe80::1 fc00::1 fd12::1 ff02::1 ::ffff:127.0.0.1 ::ffff:a00:1 ::7f00:1",
    "64:ff9b::7f00:1 64:ff9b:1::1 2002:7f00:1:: 2001:0:1::1 fec0::1 2001:db8::1 100::1 nonsense",
  ].flatMap((line) => line.split(" ")),
)("%s is not a public IP address", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(["8.8.8.8", "93.184.216.34", "2606:4700::1111", "::ffff:8.8.8.8"])(
  "%s is a public IP address",
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

// test/server/account/webhooks.test.ts covers what an owner might mistype.
test.each(
  [
    "https:// javascript:alert(1) https://2130706433/ https://0x7f.1/ https://127.0.0.1/",
    "https://[::1]/ https://[::ffff:10.0.0.1]/ https://10.0.0.1:8443/",
  ].flatMap((line) => line.split(" ")),
)("%s cannot be an endpoint", (text) => {
  expect(() => parseTarget(text, false)).toThrow(/endpoint/i);
});

test("any public https URL can be an endpoint", () => {
  expect(parseTarget(" https://a.example:8443/hook?x=1 ", false)).toBe(
    "https://a.example:8443/hook?x=1",
  );
});

// Cause: only the timeout ended such a connection, although each interim head costs the sender as much as a response.
test("an endpoint that sends endless interim responses is cut off", async () => {
  const heads = Buffer.from("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(100));
  const server = createServer((socket) => {
    const goOn = () => {
      while (!socket.destroyed && socket.write(heads)) {
        // Writes until the connection's buffer is full.
      }
    };
    socket.on("error", () => {}).once("data", goOn);
    socket.on("drain", goOn);
  });
  onTestFinished(() => void server.close());
  const port = await listenOn(server);
  const response = await post(
    { ...ORDER, url: `http://127.0.0.1:${port}/` },
    { ...OPTIONS, allowPrivate: true, resolve: async () => [] },
  );
  expect(response).toMatchObject({ status: null, fault: "connection" });
});

const HOST = "hooks.operator.example";

async function makeCertificate(folder: string, host: string): Promise<string> {
  const request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"];
  const subject = ["-subj", `/CN=${host}`, "-addext", `subjectAltName=DNS:${host}`, "-days", "2"];
  const files = ["-nodes", "-keyout", join(folder, "key.pem"), "-out", join(folder, "cert.pem")];
  await promisify(execFile)("/usr/bin/openssl", [...request, ...subject, ...files]);
  return readFile(join(folder, "cert.pem"), "utf8");
}

async function startTlsReceiver() {
  const folder = await tempFolder();
  const ca = await makeCertificate(folder, HOST);
  const names: (string | false | null)[] = [];
  const key = await readFile(join(folder, "key.pem"));
  const server = createTlsServer({ cert: ca, key }, (request, response) => {
    names.push((request.socket as TLSSocket).servername);
    response.writeHead(204).end();
  });
  onTestFinished(() => void server.close());
  const port = await listenOn(server);
  /** Calls a host whose name resolves to this machine at first, and to another one later. */
  const call = (host: string) => {
    const addresses = [["127.0.0.1"], ["127.0.0.2"]];
    const resolve = async () => addresses.shift() ?? [];
    const options = { ...OPTIONS, allowPrivate: true, resolve, ca };
    return post({ ...ORDER, url: `https://${host}:${port}/` }, options);
  };
  return { call, names };
}

test("TLS checks the certificate against the endpoint's name", async () => {
  const { call, names } = await startTlsReceiver();
  expect(await call(HOST)).toMatchObject({ status: 204, fault: null });
  expect(names).toEqual([HOST]);
});

test("nothing is sent to a server whose certificate is for a different name", async () => {
  const { call, names } = await startTlsReceiver();
  expect(await call("other.example")).toMatchObject({ status: null, fault: "tls" });
  expect(names).toEqual([]);
});
