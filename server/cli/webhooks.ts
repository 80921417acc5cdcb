import { parseArgs } from "node:util";
import type { Transaction } from "kysely";
import { games } from "../../src/games/index.ts";
import { ROUND_EVENTS } from "../../src/webhooks/payload.ts";
import { UnknownKey } from "../access/errors.ts";
import { readConfig } from "../config/config.ts";
import { recordAct } from "../owner/acts.ts";
import type { OwnerAction } from "../owner/acts.ts";
import type { Schema } from "../store/schema.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import {
  addEndpoint,
  MAX_ENDPOINTS,
  removeEndpoint,
  rotateSecret,
  switchOn,
} from "../webhooks/endpoints.ts";
import { withCliStore } from "./cli-store.ts";
import { runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";
import { serviceVault } from "./service-vault.ts";
import { requireEndpoint, sendByHand } from "./webhook-calls.ts";
import { printEndpoints, printCalls } from "./webhook-lists.ts";

const USAGE = `Usage: npm run -s webhooks -- <command>

  add KEY --url URL [--games a,b] [--events a,b]
                    adds an endpoint for the key with that id and prints its secret, alone, as the last
                    line; it is not shown again. Without --games or --events it gets all of them:
                    ${games.map(({ slug }) => slug).join(", ")};
                    ${ROUND_EVENTS.join(", ")}
  list [--json]     shows all endpoints
  calls ID [--json] shows the last calls of one
  test ID           sends a test now
  send-again ID MESSAGE
                    sends a webhook again now, with the same id: see the list of calls
  rotate ID         prints a new secret; the present one signs for another day as well
  on ID             switches an endpoint on again
  remove ID         removes an endpoint`;

export const webhooksCommand: Command = { usage: USAGE, run };

async function run([command, ...args]: string[], io: CommandIo): Promise<number | void> {
  const nowMs = (io.now ?? Date.now)();
  switch (command) {
    case "add":
      return addCommand(args, io, nowMs);
    case "list":
    case "calls":
      return listCommand(command, args, io, nowMs);
    case "test":
      return sendByHand({ id: namedIn(args, 1)[0], message: null }, io, nowMs);
    case "send-again": {
      const [id, message = ""] = namedIn(args, 2);
      return sendByHand({ id, message }, io, nowMs);
    }
    case "rotate":
      return rotateCommand(args, io, nowMs);
    case "on":
      return change(args, io, { action: "webhook_on", done: "Switched on", work: switchOn }, nowMs);
    case "remove": {
      const removing = {
        action: "webhook_removed",
        done: "Removed",
        work: removeEndpoint,
      } as const;
      return change(args, io, removing, nowMs);
    }
    case undefined:
      throw new UsageError(
        "Say what to do: add, list, calls, test, send-again, rotate, on or remove.",
      );
    default:
      throw new UsageError(`There is no command ${JSON.stringify(command)}.`);
  }
}

async function addCommand(
  args: string[],
  { env, stdout, stderr }: CommandIo,
  nowMs: number,
): Promise<void> {
  const text = { type: "string" } as const;
  const options = { url: text, games: text, events: text };
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const [keyId, ...others] = positionals;
  if (keyId === undefined || others.length > 0) {
    throw new UsageError("Name one key by its id: see `npm run -s keys -- list`.");
  }
  const { url } = values;
  if (url === undefined) {
    throw new UsageError("Say where webhooks go: --url https://www.example.com/tableside.");
  }
  const all = games.map(({ slug }) => slug);
  const added = await withCliStore(env, async (store) => {
    const vault = await serviceVault(store, env);
    const allowPrivate = readConfig(env).webhooksPrivate;
    return serialized(store, async (transaction) => {
      const subscriptionId = await subscriptionOfKey(transaction, keyId);
      const wanted = {
        subscriptionId,
        url,
        games: listed(values.games) ?? all,
        events: listed(values.events) ?? ROUND_EVENTS,
      };
      const endpoint = await addEndpoint(transaction, vault, wanted, { nowMs, allowPrivate });
      if (endpoint !== undefined) {
        await record(
          transaction,
          { action: "webhook_added", id: endpoint.id, subscriptionId },
          nowMs,
        );
      }
      return endpoint;
    });
  });
  if (added === undefined) {
    throw new UsageError(
      `This key has ${MAX_ENDPOINTS} endpoints, which is as many as it may: remove one.`,
    );
  }
  stderr.write(`Added ${added.id}. Keep its secret: it is not shown again.\n`);
  stdout.write(`${added.secret}\n`);
}

async function listCommand(
  what: "list" | "calls",
  args: string[],
  { env, stdout }: CommandIo,
  nowMs: number,
): Promise<void> {
  const options = { json: { type: "boolean" } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const isJson = values.json === true;
  const text = await withCliStore(env, async (store) => {
    if (what === "list") {
      return printEndpoints(store, isJson, nowMs);
    }
    const [id] = namedIn(positionals, 1);
    await requireEndpoint(store, id);
    return printCalls(store, id, isJson);
  });
  stdout.write(text);
}

async function rotateCommand(
  args: string[],
  { env, stdout, stderr }: CommandIo,
  nowMs: number,
): Promise<void> {
  const [id] = namedIn(args, 1);
  const secret = await withCliStore(env, async (store) => {
    const { subscriptionId } = await requireEndpoint(store, id);
    const vault = await serviceVault(store, env);
    return serialized(store, async (transaction) => {
      await record(transaction, { action: "webhook_rotated", id, subscriptionId }, nowMs);
      return rotateSecret(transaction, vault, id, nowMs);
    });
  });
  stderr.write(`Keep the new secret of ${id}: it is not shown again. The old one ends in a day.\n`);
  stdout.write(`${secret}\n`);
}

async function change(
  args: string[],
  { env, stdout }: CommandIo,
  {
    action,
    done,
    work,
  }: {
    action: OwnerAction;
    done: string;
    work: (transaction: Transaction<Schema>, id: string, nowMs: number) => Promise<void>;
  },
  nowMs: number,
): Promise<void> {
  const [id] = namedIn(args, 1);
  await withCliStore(env, async (store: Store) => {
    const { subscriptionId } = await requireEndpoint(store, id);
    await serialized(store, async (transaction) => {
      await record(transaction, { action, id, subscriptionId }, nowMs);
      await work(transaction, id, nowMs);
    });
  });
  stdout.write(`${done} ${id}.\n`);
}

/** Writes down what was done with an endpoint, and whose it is. */
async function record(
  transaction: Transaction<Schema>,
  { action, id, subscriptionId }: { action: OwnerAction; id: string; subscriptionId: string },
  nowMs: number,
): Promise<void> {
  const { account_id: accountId } = await transaction
    .selectFrom("subscription")
    .select("account_id")
    .where("id", "=", subscriptionId)
    .executeTakeFirstOrThrow();
  await recordAct(transaction, { action, accountId, detail: { endpoint: id } }, nowMs);
}

async function subscriptionOfKey(transaction: Transaction<Schema>, keyId: string): Promise<string> {
  const row = await transaction
    .selectFrom("api_key")
    .select("subscription_id")
    .where("id", "=", keyId)
    .executeTakeFirst();
  if (row === undefined) {
    throw new UnknownKey(
      `There is no key ${JSON.stringify(keyId)}: see the ids in the list of keys.`,
    );
  }
  return row.subscription_id;
}

function listed(text: string | undefined): string[] | undefined {
  return text?.split(",").map((each) => each.trim());
}

/** The endpoint's id, and what else is named after it. */
function namedIn(args: readonly string[], count: number): [string, ...string[]] {
  const [id, ...others] = args;
  if (id === undefined || others.length !== count - 1) {
    throw new UsageError(
      count === 1
        ? "Name one endpoint by its id: see the list of endpoints."
        : "Name an endpoint and one of its webhooks: see the list of its calls.",
    );
  }
  return [id, ...others];
}

if (import.meta.main) {
  await runProgram(webhooksCommand);
}
