import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** Somebody on the network who knows nothing but the time, in the header of an answer. */
export interface DatedHost {
  readonly url: string;
  /** The methods of all requests so far. */
  readonly asked: readonly string[];
}

/** Starts one that sends what `nowMs` gives at each request, and ends with the test. */
export async function datedHost(
  nowMs: () => number,
  headers: Readonly<Record<string, string>> = {},
): Promise<DatedHost> {
  const asked: string[] = [];
  const server = createServer(({ method = "" }, response) => {
    asked.push(method);
    response.sendDate = false;
    response.writeHead(404, { date: new Date(nowMs()).toUTCString(), ...headers }).end();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}
