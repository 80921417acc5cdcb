/* Requests that two servers end in different places. Each corpus entry hides `GET /healthz`. */
import { expect, test } from "vitest";
import smuggling from "../../fuzz/corpus/smuggling.json" with { type: "json" };
import { throwPackets } from "../../fuzz/throw-packets.ts";
import { eventually } from "../../support/eventually.ts";
import { startListening } from "../../support/listening-service.ts";
import { openRaw } from "../../support/raw-client.ts";

async function smuggled(port: number): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(smuggling).map(async ([name, text]) => {
      const { statuses } = await throwPackets(
        port,
        [{ text, requests: 1, leaves: "ends", cutAt: 0 }],
        1,
      );
      const responses = Object.values(statuses).reduce((sum, count) => sum + count, 0);
      return responses !== 1 || "200" in statuses ? name : [];
    }),
  );
  return found.flat();
}

/** Loads the accounts first, which takes longer than the wait for a response. */
async function startWarm() {
  const service = await startListening();
  await (await fetch(`${service.url}/account/sign-in/`)).text();
  return service;
}

test("a request hidden in another does not get a response", async () => {
  const { url } = await startWarm();
  expect(await smuggled(Number(new URL(url).port))).toEqual([]);
});

test("a malformed body does not get a second response", async () => {
  const { url } = await startWarm();
  const head = "POST /account/sign-in/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
  const rest = "1\r\nab\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
  for (const last of [rest, "zz\r\n", `1;${"a".repeat(20_000)}\r\n`]) {
    const client = await openRaw(url);
    client.socket.write(head);
    await eventually(() => client.received().includes("HTTP/1.1 403"));
    client.socket.write(last);
    await client.closed;
    expect([last, client.received().match(/HTTP\/1\.1 \d+/g)]).toEqual([last, ["HTTP/1.1 403"]]);
  }
});

test("bytes that are not a request get one response, even after a valid request", async () => {
  const { url } = await startWarm();
  const valid = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
  for (const [first, broken, statuses] of [
    ["", "nonsense\r\n\r\n", ["400"]],
    ["", `GET / HTTP/1.1\r\nX: ${"a".repeat(20_000)}\r\n\r\n`, ["431"]],
    [valid, "nonsense\r\n\r\n", ["200", "400"]],
  ] as const) {
    const client = await openRaw(url);
    client.socket.write(first);
    // Waits for the response's last byte.
    await eventually(
      () => first === "" || /HTTP\/1\.1 200.*\r\n\r\n.*(\}|ok\n?)$/s.test(client.received()),
    );
    client.socket.write(broken);
    await client.closed;
    const found = [...client.received().matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(found).toEqual(statuses);
  }
});
