import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { plainFetch } from "../../../server/runtime/fetch.ts";
import { responseBytes, startLyingRelay } from "../../fuzz/lying-relay.ts";

/** More than Node reads at once: if it stays unread, the process ends with the connection. */
const LONG = "x".repeat(100_000);

test("a redirect is followed, however large its body", async () => {
  const { url } = await startLyingRelay((path) => ({
    bytes:
      path === "/there"
        ? responseBytes("what was asked for")
        : responseBytes(LONG, { location: "/there" }, "302 Found"),
  }));
  const responses = await Promise.all(Array.from({ length: 20 }, () => plainFetch(`${url}/here`)));
  for (const response of responses) {
    expect(await response.text()).toBe("what was asked for");
  }
});

test("an endless redirect is not followed", async () => {
  const { url } = await startLyingRelay((path) => ({
    bytes: responseBytes(LONG, { location: path === "/data" ? "data:,x" : "?" }, "307 Moved"),
  }));
  await expect(plainFetch(`${url}/data`)).rejects.toThrow("redirects to an invalid URL");
  await expect(plainFetch(`${url}/loop`)).rejects.toThrow("redirects to an invalid URL");
});

test("a compressed response is refused", async () => {
  const { url } = await startLyingRelay(() => ({
    bytes: responseBytes(gzipSync(LONG), { "content-encoding": "gzip" }),
  }));
  await expect(plainFetch(url)).rejects.toThrow(RangeError);
  const plain = await startLyingRelay(() => ({
    bytes: responseBytes("as it is", { "content-encoding": "identity" }),
  }));
  expect(await (await plainFetch(plain.url)).text()).toBe("as it is");
});

test("a refused response that breaks later does not crash the process", async () => {
  // Node's own `fetch` drops a response with six encodings, and a later error then ended the process.
  const { url } = await startLyingRelay(() => ({
    bytes: responseBytes("x", { "content-encoding": "a,b,c,d,e,f", "content-length": "9" }),
    does: "resets",
  }));
  for (let asked = 0; asked < 20; asked++) {
    await expect(plainFetch(url)).rejects.toThrow("compressed");
  }
});

test("a relay that sends endless interim responses or chunk extensions is cut off", async () => {
  // Both were read without a limit, and kept a core busy until the timeout.
  const hint = "HTTP/1.1 103 Early Hints\r\n\r\n";
  const { url } = await startLyingRelay((path) => ({
    bytes:
      path === "/named"
        ? `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;${LONG}\r\nx\r\n0\r\n\r\n`
        : hint.repeat(path === "/soon" ? 3 : 1_000) + responseBytes("at last").toString(),
  }));
  expect(await (await plainFetch(`${url}/soon`)).text()).toBe("at last");
  await expect(plainFetch(`${url}/later`)).rejects.toThrow("only interim responses");
  await expect(plainFetch(`${url}/named`).then((response) => response.text())).rejects.toThrow(
    "aborted",
  );
});

test("the time limit covers the whole response", async () => {
  const { url } = await startLyingRelay((path) => ({
    bytes: path === "/head" ? "HTTP/1.1 200" : responseBytes("x", { "content-length": "1000" }),
    does: "drips",
  }));
  const ended = new AbortController();
  const head = plainFetch(`${url}/head`, { signal: ended.signal });
  const read = await plainFetch(`${url}/body`, { signal: ended.signal });
  await plainFetch(`${url}/unread`, { signal: ended.signal });
  const cancelled = await plainFetch(`${url}/cancelled`, { signal: ended.signal });
  await cancelled.body?.cancel();
  ended.abort();
  await expect(head).rejects.toThrow("abort");
  await expect(read.text()).rejects.toThrow("abort");
});
