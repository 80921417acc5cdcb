import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { post } from "../../../server/webhooks/post.ts";
import { makeCertificate } from "../../support/certificate.ts";
import { tempFolder } from "../../support/temp-store.ts";

const HOST = "hooks.operator.example";

/** A receiver on this machine with a certificate of HOST. */
async function startTlsReceiver() {
  const folder = await tempFolder();
  const ca = await makeCertificate(folder, HOST);
  const names: (string | false | null)[] = [];
  const key = await readFile(join(folder, "key.pem"));
  const server = createServer({ cert: ca, key }, (request, response) => {
    names.push((request.socket as TLSSocket).servername);
    response.writeHead(204).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  /** Calls a host, whose name stands for this machine when it is first asked for, and for another one later. */
  const call = (host: string) => {
    const addresses = [["127.0.0.1"], ["127.0.0.2"]];
    return post(
      { url: `https://${host}:${port}/`, headers: {}, body: "{}" },
      {
        resolve: async () => addresses.shift() ?? [],
        allowPrivate: true,
        timeoutMs: 10_000,
        ca,
      },
    );
  };
  return { call, names };
}

test("TLS goes to the address that was checked, and its certificate is checked against the name", async () => {
  const { call, names } = await startTlsReceiver();
  expect(await call(HOST)).toMatchObject({ status: 204, fault: null });
  expect(names).toEqual([HOST]);
});

test("a certificate of another name is refused, and nothing is sent", async () => {
  const { call, names } = await startTlsReceiver();
  expect(await call("other.example")).toMatchObject({ status: null, fault: "tls" });
  expect(names).toEqual([]);
});
