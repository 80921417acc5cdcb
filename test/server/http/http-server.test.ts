import { expect, onTestFinished, test, vi } from "vitest";
import { connectionsFor, listen } from "../../../server/http/http-server.ts";
import { eventually } from "../../support/eventually.ts";
import { getting, openRaw } from "../../support/raw-client.ts";

const LOCAL = { host: "127.0.0.1", port: 0 };

test("connections above the maximum are cut", async () => {
  const onRefusal = vi.fn<() => void>();
  const server = await listen((_request, response) => response.end("ok"), {
    ...LOCAL,
    connections: { max: 2, onRefusal },
  });
  onTestFinished(() => server.stop());
  const [first, second] = [await openRaw(server.address), await openRaw(server.address)];
  const third = await openRaw(server.address);
  await third.closed;
  expect(onRefusal).toHaveBeenCalledOnce();
  second.socket.write(getting("/"));
  await eventually(() => second.said().endsWith("ok"));
  first.socket.destroy();
  await eventually(async () => (await fetch(server.address).catch(() => null))?.ok === true);
  second.socket.destroy();
});

test("a stopping server asks its clients to close open connections", async () => {
  const server = await listen((_request, response) => response.end("ok"), LOCAL);
  const client = await openRaw(server.address);
  client.socket.write(getting("/"));
  await eventually(() => client.said().endsWith("ok"));
  const stopped = server.stop();
  client.socket.write(getting("/"));
  await client.closed;
  expect(client.said().match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  expect(client.said()).toMatch(/connection: close/i);
  await stopped;
});

test.each([
  ["2,000 more than streams if many files may be open", 10_000, Infinity, 12_000],
  ["what the process leaves free if few files may be open", 10_000, 1_024, 824],
  ["one if almost no files may be open", 10_000, 100, 1],
])("the maximum of connections is %s", (_, streams, openFiles, connections) => {
  expect(connectionsFor(streams, openFiles)).toBe(connections);
});
