import { expect, test } from "vitest";
import { serialized } from "../../../server/store/serialized.ts";
import type { Store } from "../../../server/store/store.ts";
import { callsByHand } from "../../../server/webhooks/calls.ts";
import { findEndpoint, removeEndpoint } from "../../../server/webhooks/endpoints.ts";
import type { Endpoint } from "../../../server/webhooks/endpoints.ts";
import { NOW_MS } from "../../support/service.ts";
import { openWebhookSetup, vault } from "../../support/webhook-setup.ts";

/** An endpoint, and calls by hand that are noted instead of being sent. */
async function openCalls(
  isSent: (store: Store, endpointId: string) => Promise<void> = async () => {},
) {
  const { store, add } = await openWebhookSetup();
  const { id } = await add("http://127.0.0.1:4000/hook");
  const endpoint = (await findEndpoint(store.db, id)) as Endpoint;
  const steps: string[] = [];
  const poster = {
    post: async () => {
      steps.push("sent");
      await isSent(store, id);
      return { status: 200, fault: null, durationMs: 1 };
    },
  };
  const payloads = {
    of: async () => undefined,
    missed: () => {
      throw new Error("None was missed.");
    },
  };
  return { store, endpoint, steps, byHand: callsByHand({ store, vault, payloads, poster }) };
}

test("what is to be written before a webhook leaves is written before it does", async () => {
  const { byHand, endpoint, steps } = await openCalls();
  await byHand.test(endpoint, NOW_MS, async () => void steps.push("written"));
  expect(steps).toEqual(["written", "sent"]);
});

test("a webhook does not leave where what is to be written before cannot be", async () => {
  const { byHand, endpoint, steps } = await openCalls();
  const signedOut = new Error("This session is over.");
  const refuse = () => Promise.reject(signedOut);
  await expect(byHand.test(endpoint, NOW_MS, refuse)).rejects.toBe(signedOut);
  expect(steps).toEqual([]);
});

test("nothing is written for a webhook that cannot be sent", async () => {
  const { store, byHand, endpoint, steps } = await openCalls();
  const write = async () => void steps.push("written");
  expect(await byHand.again(endpoint, `${endpoint.id}-baccarat-1-result`, NOW_MS, write)).toBe(
    undefined,
  );
  await store.db.updateTable("webhook_endpoint").set({ secret: "x" }).execute();
  expect(await byHand.test(endpoint, NOW_MS, write)).toBe(undefined);
  expect(steps).toEqual([]);
});

// Its call was noted all the same: the database refused that, and whoever had asked for it was answered with 500.
test("an endpoint that is removed while it is called has its answer told", async () => {
  const { byHand, endpoint } = await openCalls((store, id) =>
    serialized(store, (transaction) => removeEndpoint(transaction, id)),
  );
  expect(await byHand.test(endpoint, NOW_MS)).toMatchObject({ status: 200, fault: null });
});
