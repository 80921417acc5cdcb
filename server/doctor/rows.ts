import { sql } from "kysely";
import type { ColumnMetadata, TableMetadata } from "kysely";
import { slugs } from "../../src/games/index.ts";
import { isInstant } from "../access/end-date.ts";
import { readOrigins } from "../access/origins.ts";
import { parseTronAddress } from "../payment/tron/address.ts";
import { readRevision } from "../store/revision.ts";
import { damagedRow } from "../store/store-error.ts";
import type { Store } from "../store/store.ts";
import { readList } from "../store/stored-value.ts";
import { readDoubtedSince, readPublishedUntil } from "../time/published-until.ts";
import type { Say } from "./finding.ts";

/** What is wrong with a value; null: nothing. */
type Rule = (value: unknown) => string | null;
type Row = Readonly<Record<string, unknown>>;

/** More rows of one table are not read: those are counts and beacons, and a million takes seconds. */
const MAX_ROWS = 100_000;
/** A damaged table is told by its first rows. */
const MAX_NAMED = 5;

const KEPT_BY_KYSELY = /^(kysely_|sqlite_)/;
const WHOLE = /int/i;
const TIME = /(_at|_until)$|^(at|since)$/;

const wholeNumber: Rule = (value) => (Number.isSafeInteger(value) ? null : "is no whole number");
const instant: Rule = (value) => (isInstant(value) ? null : "is no time");
const isoTime: Rule = (value) => (Number.isNaN(Date.parse(String(value))) ? "is no time" : null);
const hex: Rule = (value) => (/^([0-9a-f]{2})+$/.test(String(value)) ? null : "is not hexadecimal");
const base64url: Rule = (value) => (/^[\w-]+$/.test(String(value)) ? null : "is no base64url");
const json: Rule = (value) => {
  try {
    JSON.parse(String(value));
    return null;
  } catch {
    return "is no JSON";
  }
};
const sum: Rule = (value) => (/^\d+$/.test(String(value)) ? null : "is no whole number");
const list: Rule = (value) => (readList(String(value)) === undefined ? "is no list" : null);
const address: Rule = (value) => (URL.canParse(String(value)) ? null : "is no address");
const origins: Rule = (value) =>
  readOrigins(String(value)) === undefined ? "is no list of sites" : null;
/** A name that the code gave, such as `too_much` or `round.opened`. */
const word: Rule = (value) => (/^[a-z][\w.-]*$/.test(String(value)) ? null : "is no word of ours");
const game: Rule = (value) => (slugs.includes(String(value)) ? null : "is none of the games");
/** What the balance paid for may have been sold where no address was set. */
const tronAddress: Rule = (value) =>
  value === "" || parseTronAddress(String(value)) !== undefined ? null : "is no TRON address";
const passwordHash: Rule = (value) =>
  /^[^:]+:[0-9a-f]+$/.test(String(value)) ? null : "is no salt and hash";
const oneOf =
  (...allowed: readonly string[]): Rule =>
  (value) =>
    allowed.includes(String(value)) ? null : "is none of its states";

/** What is known of columns besides their types. `kind` and `reason` may gain values in later versions. */
const RULES: Readonly<Record<string, Rule>> = {
  "account_credential.password": passwordHash,
  "account_two_factor.backup_codes": hex,
  "account_two_factor.secret": hex,
  "address_cursor.address": tronAddress,
  "api_key.digest": hex,
  "api_key.origins": origins,
  "audit.action": word,
  "audit.detail": json,
  "balance_entry.kind": word,
  "beacon.chain_hash": hex,
  "beacon.seal": hex,
  "beacon.signature": hex,
  "claim.found_amount": sum,
  "claim.state": oneOf("waiting", "seen", "paid", "review", "rejected"),
  "day_header.header": json,
  "incoming_transfer.amount": sum,
  "invoice.address": tronAddress,
  "invoice.state": oneOf("open", "paid", "closed"),
  "listed_transaction.amount": sum,
  "listed_transaction.state": oneOf("waiting", "done", "dust", "unknown"),
  "maintenance.slug": game,
  "office_user.totp_sealed": base64url,
  "owner_act.action": word,
  "owner_act.detail": json,
  "round_receipt.game": game,
  "round_receipt.signature": hex,
  "sighting.amount": sum,
  "tlog_entry.leaf": hex,
  "webhook_call.type": word,
  "webhook_endpoint.events": list,
  "webhook_endpoint.games": list,
  "webhook_endpoint.old_secret": base64url,
  "webhook_endpoint.secret": base64url,
  "webhook_endpoint.url": address,
  "webhook_event.type": word,
};

/** Reads the rows of every table, and names those that hold what the service never writes. */
export async function lookAtRows(say: Say, store: Store, maxRows = MAX_ROWS): Promise<void> {
  const tables = (await store.db.introspection.getTables()).filter(
    ({ name, isView }) => !isView && !KEPT_BY_KYSELY.test(name),
  );
  let read = 0;
  let damaged = 0;
  const cutOff: string[] = [];
  for (const read of [readRevision, readPublishedUntil, readDoubtedSince]) {
    try {
      await read(store);
    } catch (error) {
      damaged += 1;
      say("fault", (error as Error).message);
    }
  }
  for (const table of tables) {
    const { rows } =
      await sql<Row>`select * from ${sql.table(table.name)} limit ${maxRows + 1}`.execute(store.db);
    if (rows.length > maxRows) {
      rows.pop();
      cutOff.push(table.name);
    }
    read += rows.length;
    const faults = rows.flatMap((row) => faultOf(table, row) ?? []);
    damaged += faults.length;
    faults.slice(0, MAX_NAMED).forEach((words) => say("fault", words));
    if (faults.length > MAX_NAMED) {
      say(
        "fault",
        `${faults.length - MAX_NAMED} more rows of the table ${table.name} are damaged.`,
      );
    }
  }
  if (damaged === 0) {
    const rest =
      cutOff.length === 0
        ? ""
        : ` Not read is what these tables hold beyond ${maxRows}: ${cutOff.join(", ")}.`;
    say("ok", `${read} rows of ${tables.length} tables hold what the service writes.${rest}`);
  }
}

function faultOf({ name, columns }: TableMetadata, row: Row): string | undefined {
  for (const column of columns) {
    const value = row[column.name];
    const wrong =
      value === null
        ? null
        : rulesOf(name, column)
            .map((rule) => rule(value))
            .find(Boolean);
    if (wrong) {
      return damagedRow(name, rowName(columns, row), `its ${column.name} ${wrong}`).message;
    }
  }
  return undefined;
}

function rulesOf(table: string, { name, dataType }: ColumnMetadata): Rule[] {
  const own = RULES[`${table}.${name}`];
  const byType = WHOLE.test(dataType)
    ? [wholeNumber, ...(TIME.test(name) ? [instant] : [])]
    : TIME.test(name)
      ? [isoTime]
      : [];
  return own === undefined ? byType : [...byType, own];
}

/** What a row is found by: its id, or else its first two columns. */
function rowName(columns: readonly ColumnMetadata[], row: Row): string {
  const names = columns.map(({ name }) => name);
  const found = names.includes("id") ? ["id"] : names.slice(0, 2);
  return found.map((name) => String(row[name])).join(", ");
}
