// Cause: an invalid list of games, or an invalid URL, in the row of one endpoint stopped all webhooks of all
// customers, in a loop that ended and was restarted for ever.
import { describe, expect, test } from "vitest";
import { engines } from "../../support/engines.ts";
import { eventually } from "../../support/eventually.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";
import { openWebhookSetup } from "../../support/webhook-setup.ts";

const corruptions = [
  ["games that are not JSON", { games: "{" }],
  ["games that are not a list", { games: '{"0":"baccarat"}' }],
  ["events that are not texts", { events: "[1]" }],
  ["an address that is not one", { url: "x" }],
] as const;

describe.each(engines)("on $name", (engine) => {
  test.each(corruptions)("a corrupt row (%s) does not affect other endpoints", async (_, junk) => {
    const setup = await openWebhookSetup(await engine.place());
    const [bad, good] = [await startReceiver(), await startReceiver()];
    const { id } = await setup.add(bad.url);
    await setup.add(good.url);
    await setup.store.db.updateTable("webhook_endpoint").set(junk).where("id", "=", id).execute();
    const said: unknown[] = [];
    const server = await setup.server({ log: (event, fields) => said.push({ event, ...fields }) });
    await server.check();
    await eventually(() => good.received.length > 0);
    await server.after(15_000);
    expect(bad.received).toEqual([]);
    expect(said).toEqual([
      {
        event: "webhook endpoint damaged",
        endpoint: id,
        cause: expect.stringMatching(
          new RegExp(`row "${id}" of the table webhook_endpoint is damaged: .*Restore the row`),
        ),
      },
    ]);
  });
});
