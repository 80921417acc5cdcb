import { parseArgs } from "node:util";
import { endAfterDays, parseDays, parseInstant } from "../access/end-date.ts";
import { isRevoked, issue, type KeyInfo, list, renew, revoke, setSites } from "../access/keys.ts";
import { withCliStore } from "./cli-store.ts";
import { notACommand, runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";
import { alignedTable, instantText } from "./terminal.ts";

const USAGE = `Usage: npm run -s keys -- COMMAND

  issue --label NAME (--days N | --expires DATE) [--origins A,B] [--create]
                     creates a key and prints it once, alone on the last line.
                     DATE is a date (00:00 UTC) or a time such as 2031-12-31T18:00:00Z.
                     --origins limits the sites that can embed the pages, for example
                     https://a.example,https://*.b.example,http://localhost:*
                     --create creates the database of a service that has never started.
  list [--json]      lists all keys (without the key text)
  revoke ID          ends a key permanently
  renew ID --days N  extends a key by N days from its end date, or from now if the key
                     has expired
  sites ID --origins A,B
                     changes the sites that can embed the pages; \`--origins any\` allows all`;

const COMMANDS = new Map([
  ["issue", issueCommand],
  ["list", listCommand],
  ["revoke", revokeCommand],
  ["renew", renewCommand],
  ["sites", sitesCommand],
]);

export const keysCommand: Command = {
  usage: USAGE,
  async run([command, ...args], io) {
    const run = COMMANDS.get(command ?? "");
    if (run === undefined) {
      throw notACommand(command, COMMANDS.keys());
    }
    return run(args, io);
  },
};

async function issueCommand(args: string[], { env, stdout, stderr }: CommandIo): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      label: { type: "string" },
      days: { type: "string" },
      expires: { type: "string" },
      origins: { type: "string", multiple: true },
      create: { type: "boolean", default: false },
    },
  });
  if (values.label === undefined) {
    throw new UsageError("Pass --label with a name, such as the customer's.");
  }
  const endFor = readEnd(values);
  const spec = { label: values.label, origins: sitesIn(values.origins ?? []) };
  const key = await withCliStore(
    env,
    (store, nowMs) => issue(store, { ...spec, endsAtMs: endFor(nowMs) }, nowMs),
    values.create,
  );
  stderr.write(`Issued ${key.id} for ${key.label}, until ${instantText(key.endsAtMs)}`);
  stderr.write(`, for ${originsOf(key)}. Save the key: it cannot be displayed again.\n`);
  stdout.write(`${key.keyText}\n`);
}

async function listCommand(args: string[], { env, stdout }: CommandIo): Promise<void> {
  const { values } = parseArgs({ args, options: { json: { type: "boolean" } } });
  const [keys, nowMs] = await withCliStore(
    env,
    async (store, atMs) => [await list(store), atMs] as const,
  );
  const entries = keys.map((key) => ({
    id: key.id,
    label: key.label,
    hint: key.hint,
    status: statusOf(key, nowMs),
    ends: instantText(key.endsAtMs),
    origins: key.origins,
  }));
  if (values.json === true) {
    stdout.write(`${JSON.stringify(entries, null, 2)}\n`);
    return;
  }
  // The label comes last, since its width in a terminal is unknown.
  const rows = entries.map((key) => {
    return [key.id, `…${key.hint}`, key.status, key.ends, originsOf(key), key.label];
  });
  stdout.write(alignedTable([["ID", "KEY", "STATUS", "ENDS", "ORIGINS", "LABEL"], ...rows]));
}

async function revokeCommand(args: string[], { env, stdout }: CommandIo): Promise<void> {
  const id = onlyId(parseArgs({ args, allowPositionals: true }).positionals);
  const key = await withCliStore(env, (store, nowMs) => revoke(store, id, nowMs));
  stdout.write(`${key.id} (${key.label}) is revoked. Running servers refuse it.\n`);
}

async function renewCommand(args: string[], { env, stdout }: CommandIo): Promise<void> {
  const options = { days: { type: "string" } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const id = onlyId(positionals);
  if (values.days === undefined) {
    throw new UsageError("Pass --days N.");
  }
  // Checked before the database is opened, so that a typo fails without opening it.
  const days = parseDays(values.days);
  const key = await withCliStore(env, (store, nowMs) => renew(store, id, days, nowMs));
  stdout.write(`Renewed ${key.id} (${key.label}) until ${instantText(key.endsAtMs)}.\n`);
}

async function sitesCommand(args: string[], { env, stdout }: CommandIo): Promise<void> {
  const options = { origins: { type: "string", multiple: true } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const id = onlyId(positionals);
  if (values.origins === undefined) {
    throw new UsageError("Pass --origins with the new sites, or --origins any.");
  }
  const sites = sitesIn(values.origins);
  const key = await withCliStore(env, (store, nowMs) => setSites(store, id, sites, nowMs));
  stdout.write(`Changed ${key.id} (${key.label}), which now works on ${originsOf(key)}.\n`);
}

function sitesIn(origins: readonly string[]): string[] {
  return origins.join() === "any" ? [] : origins.flatMap((text) => text.split(","));
}

function readEnd(given: { days?: string; expires?: string }): (nowMs: number) => number {
  if (given.days !== undefined && given.expires === undefined) {
    const days = parseDays(given.days);
    return (nowMs) => endAfterDays(nowMs, days);
  }
  if (given.expires !== undefined && given.days === undefined) {
    const endMs = parseInstant(given.expires);
    return () => endMs;
  }
  throw new UsageError("Pass either --days N or --expires DATE, such as 2031-12-31.");
}

function onlyId(positionals: readonly string[]): string {
  const [id, other] = positionals;
  if (id === undefined) {
    throw new UsageError("Specify one key by its ID, as in the list of keys.");
  }
  if (other !== undefined) {
    throw new UsageError(`Unexpected "${other}". Specify one ID, and options such as --days 30.`);
  }
  return id;
}

function statusOf(key: KeyInfo, nowMs: number): "active" | "expired" | "suspended" | "revoked" {
  if (isRevoked(key, nowMs)) {
    return "revoked";
  }
  if (key.isSuspended) {
    return "suspended";
  }
  return nowMs < key.endsAtMs ? "active" : "expired";
}

function originsOf(key: Pick<KeyInfo, "origins">): string {
  return key.origins.length === 0 ? "any site" : key.origins.join(",");
}

if (import.meta.main) {
  await runProgram(keysCommand);
}
