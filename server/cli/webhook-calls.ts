import { readConfig } from "../config/config.ts";
import { createPastBeacons } from "../fairness/past-beacons.ts";
import { StartError } from "../runtime/start-error.ts";
import type { Store } from "../store/store.ts";
import { callsByHand } from "../webhooks/by-hand.ts";
import { findEndpoint } from "../webhooks/endpoints.ts";
import type { Endpoint } from "../webhooks/endpoints.ts";
import { UnknownEndpoint } from "../webhooks/errors.ts";
import { createPayloads, entriesOf } from "../webhooks/payloads.ts";
import { createPoster, POST_TIMEOUT_MS } from "../webhooks/poster.ts";
import { withCliStore } from "./cli-store.ts";
import type { CommandIo, Environment } from "./command.ts";
import { serviceVault } from "./service-vault.ts";
import { openStoredService } from "./stored-service.ts";
import { answerOf } from "./webhook-lists.ts";

/**
 * Sends a test, or a webhook again, from this machine. Resolves with the exit code: 0 when it was taken.
 *
 * @param call the endpoint, and the id of the webhook; null: a test.
 */
export async function sendByHand(
  { id, message }: { readonly id: string; readonly message: string | null },
  { env, stdout }: CommandIo,
  nowMs: number,
): Promise<number> {
  return withCliStore(env, async (store) => {
    const endpoint = await requireEndpoint(store, id);
    const { webhooksPrivate: allowPrivate } = readConfig(env);
    const poster = createPoster({ allowPrivate, timeoutMs: POST_TIMEOUT_MS });
    try {
      const vault = await serviceVault(store, env);
      const payloads = await payloadsOf(store, env);
      const byHand = callsByHand({ store, vault, payloads, poster });
      const call =
        message === null
          ? await byHand.test(endpoint, nowMs)
          : await byHand.again(endpoint, message, nowMs);
      if (call === undefined) {
        throw new StartError(
          message === null
            ? "The secret of this endpoint cannot be decrypted. Give it another: rotate."
            : "This webhook is not among the last calls of the endpoint, or its round was too long ago.",
        );
      }
      stdout.write(`${call.message}: ${answerOf(call)} after ${call.durationMs} ms\n`);
      return call.status !== null && call.status >= 200 && call.status < 300 ? 0 : 1;
    } finally {
      poster.stop();
    }
  });
}

/** @throws UnknownEndpoint when no endpoint has the id. */
export async function requireEndpoint({ db }: Store, id: string): Promise<Endpoint> {
  const endpoint = await findEndpoint(db, id);
  if (endpoint === undefined) {
    throw new UnknownEndpoint(
      `There is no endpoint ${JSON.stringify(id)}: see the list of endpoints.`,
    );
  }
  return endpoint;
}

async function payloadsOf(store: Store, env: Environment) {
  const config = readConfig(env);
  const { oracle, inputs, beacons } = await openStoredService(store, config);
  const stored = { ...beacons, isWanted: () => false };
  const withPastBeacons = createPastBeacons(inputs, stored, () => {});
  return createPayloads({ oracle, entryOf: entriesOf(oracle, withPastBeacons) }, config.baseUrl);
}
