import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { plainFetch } from "../../../server/http/fetch.ts";
import { answering, startLyingRelay } from "../../fuzz/lying-relay.ts";

/** More than Node reads at once, and all that comes: if it stays unread, the process ends with the connection. */
const LONG = "x".repeat(100_000);

test("a redirect is followed, however much it says itself", async () => {
  const { url } = await startLyingRelay((path) => ({
    bytes:
      path === "/there"
        ? answering("what was asked for")
        : answering(LONG, { location: "/there" }, "302 Found"),
  }));
  const answers = await Promise.all(Array.from({ length: 20 }, () => plainFetch(`${url}/here`)));
  for (const answer of answers) {
    expect(await answer.text()).toBe("what was asked for");
  }
});

test("one that does not end, or leads to no address of HTTP, is not", async () => {
  const { url } = await startLyingRelay((path) => ({
    bytes: answering(LONG, { location: path === "/data" ? "data:,x" : "?" }, "307 Moved"),
  }));
  await expect(plainFetch(`${url}/data`)).rejects.toThrow("leads nowhere");
  await expect(plainFetch(`${url}/loop`)).rejects.toThrow("leads nowhere");
});

test("what is sent is not sent on, nor where nobody wants to be led", async () => {
  const asked: string[] = [];
  const { url } = await startLyingRelay((path) => {
    asked.push(path);
    return { bytes: answering("", { location: "/there" }, "302 Found") };
  });
  expect((await plainFetch(url, { redirect: "manual" })).status).toBe(302);
  expect((await plainFetch(url, { method: "POST" })).status).toBe(302);
  expect(asked).toEqual(["/", "/"]);
});

test("a compressed answer is refused, and none is asked for", async () => {
  const { url } = await startLyingRelay(() => ({
    bytes: answering(gzipSync(LONG), { "content-encoding": "gzip" }),
  }));
  await expect(plainFetch(url)).rejects.toThrow(RangeError);
  const plain = await startLyingRelay(() => ({
    bytes: answering("as it is", { "content-encoding": "identity" }),
  }));
  expect(await (await plainFetch(plain.url)).text()).toBe("as it is");
});
