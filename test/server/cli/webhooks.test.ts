import { describe, expect, test } from "vitest";
import { issue } from "../../../server/access/keys.ts";
import { webhooksCommand } from "../../../server/cli/webhooks.ts";
import { listActs } from "../../../server/owner/act-list.ts";
import { callRow, insertCalls } from "../../../server/webhooks/calls.ts";
import { messageId } from "../../../server/webhooks/event-log.ts";
import type { RoundEvent } from "../../../server/webhooks/event-log.ts";
import { parseWebhook } from "../../../src/kit/webhooks.ts";
import { roundAt, roundStartMs } from "../../../src/round/phases.ts";
import { callCommand } from "../../support/command.ts";
import { engines, settingsFor } from "../../support/engines.ts";
import { makeServiceAt } from "../../support/made-service.ts";
import { SECRET_HEX } from "../../support/service.ts";
import { tempStore } from "../../support/temp-store.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";

describe.each(engines)("webhooks on the command line, on $name", (engine) => {
  async function open() {
    const place = await makeServiceAt(await engine.place());
    const { store } = await tempStore(place);
    const order = { label: "Acme", endsAtMs: Date.now() + 86_400_000, origins: [] };
    const key = await issue(store, order, Date.now());
    const env = { ...settingsFor(place), ORACLE_SECRET: SECRET_HEX, WEBHOOKS_PRIVATE: "on" };
    const call = (args: readonly string[], more: Record<string, string> = {}) =>
      callCommand(webhooksCommand, args, { ...env, ...more });
    return { store, key, call };
  }

  test("are added, listed, tried out, rotated, switched on and removed", async () => {
    const { store, key, call } = await open();
    const receiver = await startReceiver();
    const wanted = ["--games", "baccarat", "--events", "round.result,round.opened"];
    const added = await call(["add", key.id, "--url", receiver.url, ...wanted]);
    expect(added).toMatchObject({ code: 0, stdout: expect.stringMatching(/^whsec_\S{44}\n$/) });
    const list = JSON.parse((await call(["list", "--json"])).stdout) as { id: string }[];
    expect(list).toEqual([
      {
        id: list[0]?.id,
        url: receiver.url,
        state: "on",
        games: ["baccarat"],
        events: ["round.opened", "round.result"],
      },
    ]);
    const id = list[0]?.id ?? "";
    expect((await call(["list"])).stdout).toContain(receiver.url);

    expect(await call(["test", id])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/: 200 after \d+ ms\n$/),
    });
    const rotated = await call(["rotate", id]);
    receiver.mood = 500;
    expect(await call(["test", id])).toMatchObject({ code: 1 });
    for (const [index, secret] of [added.stdout, added.stdout, rotated.stdout].entries()) {
      const { text = "", headers = {} } = receiver.received[Math.min(index, 1)] ?? {};
      const parsed = await parseWebhook({ body: text, headers, secret: secret.trim() });
      expect(parsed).toMatchObject({ type: "test", data: { endpoint: id } });
    }
    const calls = (await call(["calls", id])).stdout;
    expect(calls).toMatch(/ 500 .* by hand /);
    await store.db
      .updateTable("webhook_endpoint")
      .set({ off_at: 1, off_reason: "failed" })
      .execute();
    expect((await call(["list"])).stdout).toMatch(/ off /);
    expect(await call(["on", id])).toEqual({ code: 0, stdout: `Switched on ${id}.\n`, stderr: "" });
    expect((await call(["list"])).stdout).not.toMatch(/ off /);
    expect((await call(["remove", id])).code).toBe(0);
    expect(JSON.parse((await call(["list", "--json"])).stdout)).toEqual([]);
    const acts = (await listActs(store, 9)).filter(({ action }) => action.startsWith("webhook"));
    expect(acts.map(({ action, detail }) => [action, detail]).toSorted()).toEqual(
      ["webhook_added", "webhook_on", "webhook_removed", "webhook_rotated"].map((action) => [
        action,
        { endpoint: id },
      ]),
    );
    // Nothing in the store holds a secret as it is.
    const rows = await store.db.selectFrom("webhook_endpoint").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain("whsec_");
  });

  test("one is sent again with its id, as long as its round is in the log", async () => {
    const { store, key, call } = await open();
    const receiver = await startReceiver();
    await call(["add", key.id, "--url", receiver.url]);
    const { id } = await store.db
      .selectFrom("webhook_endpoint")
      .select("id")
      .executeTakeFirstOrThrow();
    const round = roundAt(Date.now(), 30_000) - 2;
    const atMs = roundStartMs(round, 30_000) + 24_000;
    const event: RoundEvent = { seq: 1, game: "baccarat", round, type: "round.result", atMs };
    const message = messageId(id, event);
    expect(await call(["send-again", id, message])).toMatchObject({ code: 1 });
    const { atMs: at, ...row } = event;
    await store.db
      .insertInto("webhook_event")
      .values({ ...row, at })
      .execute();
    const answer = { status: 500, fault: null, durationMs: 1 } as const;
    const failed = { ...answer, message, type: event.type, atMs, isByHand: false };
    await insertCalls(store.db, [callRow(id, failed, 1)]).execute();
    expect(await call(["send-again", id, message])).toMatchObject({ code: 0 });
    expect(receiver.received).toMatchObject([
      { id: message, payload: { type: "round.result", data: { entry: { round } } } },
    ]);
  });

  test("what is typed wrongly is refused, with what to do", async () => {
    const { key, call } = await open();
    const url = "https://a.example/";
    for (const [args, words] of [
      [["add", key.id], "--url"],
      [["add", key.id, "--url", "ftp://a.example/"], "https address"],
      [["add", key.id, "--url", url, "--games", "chess"], "There is no game"],
      [["add", key.id, "--url", url, "--events", "round"], "There is no event"],
      [["add", "key_none", "--url", url], "There is no key"],
      [["test", "hook_none"], "There is no endpoint"],
      [["calls", "hook_none"], "There is no endpoint"],
      [["send-again", "hook_none"], "Name an endpoint and one of its webhooks"],
      [["shout"], "There is no command"],
      [[], "Say what to do"],
    ] as const) {
      const ended = await call(args);
      expect(ended.stderr).toContain(words);
      expect(ended.code).toBeGreaterThan(0);
    }
    const off = { WEBHOOKS_PRIVATE: "off" };
    const inside = ["add", key.id, "--url", "http://127.0.0.1:4000/"];
    expect((await call(inside, off)).stderr).toContain("https");
    for (let count = 0; count < 10; count++) {
      expect((await call(["add", key.id, "--url", url])).code).toBe(0);
    }
    expect((await call(["add", key.id, "--url", url])).stderr).toContain("10 endpoints");
  });
});
