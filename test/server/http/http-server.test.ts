import { expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../../../server/http/http-server.ts";
import { eventually } from "../../support/eventually.ts";
import { getting, openRaw } from "../../support/raw-client.ts";

const LOCAL = { host: "127.0.0.1", port: 0 };

test("connections beyond the maximum are refused", async () => {
  const onRefusal = vi.fn<() => void>();
  const server = await listen((_request, response) => response.end("ok"), {
    ...LOCAL,
    connections: { max: 2, onRefusal },
  });
  onTestFinished(() => server.stop());
  const [first, second] = [await openRaw(server.url), await openRaw(server.url)];
  const third = await openRaw(server.url);
  await third.closed;
  expect(onRefusal).toHaveBeenCalledOnce();
  second.socket.write(getting("/"));
  await eventually(() => second.received().endsWith("ok"));
  first.socket.destroy();
  await eventually(async () => (await fetch(server.url).catch(() => null))?.ok === true);
  second.socket.destroy();
});
