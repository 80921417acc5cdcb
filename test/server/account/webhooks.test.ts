import { expect, test } from "vitest";
import type { CallData, EndpointData } from "../../../src/account/page-data.ts";
import { parseWebhook } from "../../../src/kit/webhooks.ts";
import { eventually } from "../../support/eventually.ts";
import { auditOf, startService } from "../../support/service.ts";
import type { TestService } from "../../support/service.ts";
import { newVisitor, signedInVisitor, subscribe } from "../../support/visitor.ts";
import type { Visitor } from "../../support/visitor.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";

const PAGE = "/account/webhooks/";
const CHOICE = { "game-baccarat": "on", "event-round.result": "on" };

/** A service whose webhooks may stay on this machine, and a visitor with a key. */
async function openPage(): Promise<{ service: TestService; visitor: Visitor }> {
  const service = await startService({ env: { WEBHOOKS_PRIVATE: "on" } });
  const visitor = await signedInVisitor(service);
  await subscribe(service.dataDir);
  return { service, visitor };
}

async function added(visitor: Visitor, url: string): Promise<EndpointData> {
  const { data } = await visitor.send("webhooks", PAGE, { url, ...CHOICE });
  return data.endpoints.at(-1) as EndpointData;
}

test("an endpoint's secret is displayed only once", async () => {
  const { service, visitor } = await openPage();
  const { shell, data } = await visitor.send("webhooks", PAGE, {
    url: "http://127.0.0.1:4000/hook",
    ...CHOICE,
  });
  expect(shell.notice).toEqual({ code: "webhook_added" });
  expect(data.endpoints).toMatchObject([
    {
      url: "http://127.0.0.1:4000/hook",
      games: ["baccarat"],
      events: ["round.result"],
      state: "on",
      secret: expect.stringMatching(/^whsec_/),
      calls: [],
    },
  ]);
  const again = await visitor.see("webhooks", PAGE);
  expect(again.data.endpoints).toMatchObject([{ secret: null }]);
  expect(JSON.stringify([await auditOf(service), service.log])).not.toContain("whsec_");
});

// Cause: one notice for all of them did not say what to change.
test.each([
  ["operator.example/hook", "webhook_not_url"],
  ["localhost:4000/hook", "webhook_not_url"],
  ["http://operator.example/hook", "webhook_not_https"],
  ["https://user:secret@operator.example/hook", "webhook_not_bare"],
  ["https://operator.example/#hook", "webhook_not_bare"],
  [`https://operator.example/${"x".repeat(500)}`, "webhook_too_long"],
  ["https://localhost/hook", "webhook_private"],
  ["https://intranet/hook", "webhook_private"],
])("the page says why %s is refused, and keeps it in the form", async (url, code) => {
  const visitor = await signedInVisitor(await startService());
  const { shell, data } = await visitor.send("webhooks", PAGE, { url, ...CHOICE });
  expect(shell.notice).toEqual({ code });
  expect(data.typed?.url).toBe(url);
});

test("a test call reaches the receiver, signed with the secret on the page", async () => {
  const { visitor, service } = await openPage();
  const receiver = await startReceiver();
  const { id, secret } = await added(visitor, receiver.url);
  const tested = await visitor.send("webhooks", `${PAGE}test/`, { endpoint: id });
  expect(tested.shell.notice).toEqual({ code: "webhook_accepted" });
  expect(tested.data.endpoints[0]?.calls).toMatchObject([
    { type: "test", status: 200, fault: null, isRepeatable: false },
  ]);
  const rotated = await visitor.send("webhooks", `${PAGE}rotate/`, { endpoint: id });
  const [{ secret: newSecret, oldSecretUntilMs } = { secret: null, oldSecretUntilMs: null }] =
    rotated.data.endpoints;
  expect(newSecret).not.toBe(secret);
  expect(oldSecretUntilMs).toBe(service.clock.nowMs + 86_400_000);
  receiver.mood = 500;
  const failed = await visitor.send("webhooks", `${PAGE}test/`, { endpoint: id });
  expect(failed.shell.notice).toEqual({ code: "webhook_not_accepted" });
  const [first, second] = receiver.received;
  for (const [received, known] of [
    [first, secret],
    [second, secret],
    [second, newSecret],
  ] as const) {
    const { text = "", headers = {} } = received ?? {};
    const parsed = await parseWebhook({
      body: text,
      headers,
      secret: known ?? "",
      now: service.clock.nowMs,
    });
    expect(parsed).toMatchObject({ type: "test", data: { endpoint: id } });
  }
});

test("a webhook call in the list can be sent again with the same id", async () => {
  const { visitor, service } = await openPage();
  const receiver = await startReceiver(500);
  const { id } = await added(visitor, receiver.url);
  const listed = async () => (await visitor.see("webhooks", PAGE)).data.endpoints[0]?.calls ?? [];
  await eventually(async () => {
    service.clock.nowMs += 1_000;
    return (await listed()).length > 0;
  });
  const call = (await listed()).at(-1) as CallData;
  expect(call).toMatchObject({
    type: "round.result",
    status: 500,
    fault: null,
    durationMs: expect.any(Number),
    isRepeatable: true,
  });
  expect(call.messageId).toBe(receiver.received[0]?.id);

  receiver.mood = 200;
  const again = { endpoint: id, message: call.messageId };
  const { shell, data } = await visitor.send("webhooks", `${PAGE}again/`, again);
  expect(shell.notice).toEqual({ code: "webhook_accepted" });
  // Calls of later rounds may come in between.
  const isOfIt = ({ id: message }: { id: string }) => message === call.messageId;
  expect(receiver.received.filter(isOfIt).length).toBeGreaterThan(1);
  const repeated = expect.objectContaining({ messageId: call.messageId, status: 200 });
  expect(data.endpoints[0]?.calls).toContainEqual(repeated);
  const unknown = { endpoint: id, message: `${id}-baccarat-1-result` };
  const refused = await visitor.send("webhooks", `${PAGE}again/`, unknown);
  expect(refused.shell.notice).toEqual({ code: "webhook_not_sent" });
  const sent = (await auditOf(service)).filter(({ action }) => action === "webhook_sent");
  expect(sent).toHaveLength(1);
});

test("an account has at most ten endpoints", async () => {
  const { visitor, service } = await openPage();
  const url = "https://a.example/";
  for (let count = 0; count < 10; count++) {
    await visitor.post(PAGE, { url, ...CHOICE });
  }
  const { shell, data } = await visitor.send("webhooks", PAGE, { url, ...CHOICE });
  expect(shell.notice).toEqual({ code: "too_many_webhooks" });
  expect(data.endpoints).toHaveLength(10);
  const keyless = await signedInVisitor(service, "bob@operator.example");
  const refused = await keyless.send("webhooks", PAGE, { url, ...CHOICE });
  expect(refused.shell.notice).toEqual({ code: "webhook_needs_key" });
  expect(refused.data.hasKey).toBe(false);
});

test("an account cannot change another account's endpoint", async () => {
  const { visitor, service } = await openPage();
  const { id } = await added(visitor, "https://a.example/");
  const stranger = await signedInVisitor(service, "eve@elsewhere.example");
  for (const action of ["remove", "rotate", "on", "test", "again"]) {
    const path = `${PAGE}${action}/`;
    expect((await stranger.post(path, { endpoint: id })).status).toBe(404);
    expect((await newVisitor(service).post(path, { endpoint: id })).headers.get("location")).toBe(
      "/account/sign-in/",
    );
    const foreign = { origin: "https://elsewhere.example" };
    expect((await visitor.post(path, { endpoint: id }, foreign)).status).toBe(403);
  }
  const { data } = await visitor.see("webhooks", PAGE);
  expect(data.endpoints).toMatchObject([{ id, oldSecretUntilMs: null }]);
  const removed = await visitor.send("webhooks", `${PAGE}remove/`, { endpoint: id });
  expect(removed.data.endpoints).toEqual([]);
});
