import { expect, test } from "vitest";
import { startListening } from "../../support/listening-service.ts";
import { openRaw } from "../../support/raw-client.ts";
import { startService } from "../../support/service.ts";

test.each([
  ["/", 200],
  ["/verify/", 200],
  ["/healthz", 200],
  ["/fairness/keys.json", 200],
  ["/embed/baccarat/", 401],
  ["/embed/baccarat/api/current", 200],
  ["/embed/baccarat/api/results", 200],
  ["/embed/baccarat/api/results?limit=x", 400],
  ["/embed/baccarat/api/schedule", 200],
  ["/embed/baccarat/api/rounds/521281", 200],
  ["/embed/nosuch/api/current", 404],
  ["/nothing", 404],
  ["/account/sign-in/", 200],
])("no browser guesses what %s is", async (path, status) => {
  const { ask } = await startService();
  const answer = await ask(path);
  expect(answer.status).toBe(status);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
});

test.each([
  ["a port that is none", "GET /verify/ HTTP/1.1\r\nHost: a:99999"],
  ["the same for the front page", "GET / HTTP/1.1\r\nHost: a:99999"],
  ["the same for the account", "GET /account/sign-in/ HTTP/1.1\r\nHost: a:99999"],
  ["a host with a path", "GET / HTTP/1.1\r\nHost: a/b"],
  ["a host with a name", "GET / HTTP/1.1\r\nHost: a@b"],
  ["two hosts", "GET / HTTP/1.1\r\nHost: a b"],
  ["a broken address of IPv6", "GET / HTTP/1.1\r\nHost: [::1"],
  ["a whole address with such a port", "GET http://a:99999/verify/ HTTP/1.1\r\nHost: a"],
])("%s is refused in words, and is no fault of ours", async (_, head) => {
  const { url, log } = await startListening();
  const client = await openRaw(url);
  client.socket.write(`${head}\r\nConnection: close\r\n\r\n`);
  await client.closed;
  expect(client.said()).toMatch(/^HTTP\/1\.1 400 /);
  expect(client.said()).toContain("application/problem+json");
  expect(client.said()).toContain("Host header, is malformed");
  expect(log.join("")).not.toContain("fault");
});
