import pg from "pg";
import { errorCode } from "../runtime/error-code.ts";
import { StoreError, type StoreFault } from "./store-error.ts";

/** What a class of SQLSTATE codes means to whoever runs the service. */
interface Meaning {
  readonly codes: RegExp;
  readonly fault: StoreFault;
  readonly words: string;
}

/** A server says no more than that, whichever of the two it is. */
export const ONLY_READ =
  "can only be read: it is a standby, or was set to read-only (default_transaction_read_only). Name the primary server in DATABASE_URL, or let it be written to.";

// The codes of https://www.postgresql.org/docs/current/errcodes-appendix.html
const MEANINGS: readonly Meaning[] = [
  {
    codes: /^28/,
    fault: "refused",
    words:
      "does not let us in: the user or the password in DATABASE_URL is wrong, or the server's pg_hba.conf leaves this machine out.",
  },
  {
    codes: /^3D000$/,
    fault: "refused",
    words: "does not exist. Make it, or name another one in DATABASE_URL.",
  },
  {
    codes: /^(42501|3F000)$/,
    fault: "refused",
    words:
      "does not let this user read and write, or make tables. Make the user of DATABASE_URL the owner of the database.",
  },
  {
    codes: /^42(P01|703)$/,
    fault: "damaged",
    words:
      "is not as its version made it: a table or a column is missing. Stop the service, and put a backup in its place.",
  },
  {
    codes: /^25006$/,
    fault: "read-only",
    words: ONLY_READ,
  },
  {
    codes: /^(55P03|57014|25P03)$/,
    fault: "busy",
    words: "is held by another program. Wait for it to finish, or end it, and try again.",
  },
  {
    codes: /^53300$/,
    fault: "busy",
    words:
      "takes no more connections. Raise max_connections of the server (a process here takes 4), or end others.",
  },
  {
    codes: /^53100$/,
    fault: "full",
    words: "has a full disk. Make room on its server; nothing was changed.",
  },
  {
    codes: /^(08|53|57P|58)/,
    fault: "unreachable",
    words: "is starting, stopping or out of order. See the server's own log.",
  },
];

/**
 * What PostgreSQL, or the way to it, has to say about the database at `url`, in words and without
 * the password. Anything else, such as an error in a query, comes back as it is.
 */
export function explainPostgresFault(error: unknown, url: string): unknown {
  if (!(error instanceof Error)) {
    return error;
  }
  if (error instanceof pg.DatabaseError) {
    const meaning = MEANINGS.find(({ codes }) => codes.test(error.code ?? ""));
    return meaning === undefined
      ? error
      : new StoreError(meaning.fault, `${describePlace(url)} ${meaning.words}`, { cause: error });
  }
  // What the driver itself finds wrong about a password that the server asks for.
  if (error.message.startsWith("SASL")) {
    return new StoreError(
      "refused",
      `${describePlace(url)} wants a password, and DATABASE_URL has none or one it cannot take.`,
      { cause: error },
    );
  }
  return new StoreError(
    "unreachable",
    `${describePlace(url)} cannot be reached (${errorCode(error) ?? error.message}). Start the server, or correct DATABASE_URL.`,
    { cause: error },
  );
}

/** Names the database for a person: all of the address but user and password. */
export function describePlace(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  const host = searchParams.get("host") ?? decodeURIComponent(hostname);
  const at = host.startsWith("/") ? host : `${host}:${port || "5432"}`;
  return `The database ${decodeURIComponent(pathname.slice(1))} on ${at}`;
}
