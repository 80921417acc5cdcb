import { readFileSync } from "node:fs";
import { checkPaytable } from "tableside/settle";
import type { Paytable } from "tableside/settle";

/** How this operator is run. */
export interface Settings {
  readonly service: string;
  readonly tableKey: string;
  readonly databaseFile: string;
  readonly port: number;
  readonly isBehindProxy: boolean;
  readonly signingKeys: readonly string[];
  readonly voidAfterMs: number;
  /** JSON. */
  readonly paytable: string;
}

/** Whoever can change an answer on its way decides what is paid: no http but to this machine. */
const SERVICE = /^(https:\/\/[^/?#\s]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?)\/?$/;

/** Reads the environment. Throws an Error that says what to set. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const service = env["TABLESIDE_URL"] ?? "";
  const port = Number(env["PORT"] ?? "4000");
  const hours = Number(env["VOID_AFTER_HOURS"] ?? "24");
  const signingKeys = (env["SIGNING_KEYS"] ?? "").split(",").filter((key) => key !== "");
  if (!SERVICE.test(service)) {
    throw new Error("Set TABLESIDE_URL to the https address of the service, without a path.");
  }
  if (!Number.isInteger(port) || !(hours > 0)) {
    throw new Error("PORT and VOID_AFTER_HOURS must be numbers.");
  }
  if (!signingKeys.every((key) => /^[0-9a-f]{64}$/.test(key))) {
    throw new Error("SIGNING_KEYS must be keys of 64 hexadecimal digits, separated by commas.");
  }
  return {
    service,
    tableKey: env["TABLESIDE_KEY"] ?? "",
    databaseFile: env["OPERATOR_DB"] ?? "operator.sqlite",
    port,
    isBehindProxy: env["TRUST_PROXY"] === "1",
    signingKeys,
    voidAfterMs: hours * 3_600_000,
    paytable: readPaytable(env["PAYTABLE"]),
  };
}

function readPaytable(file: string | undefined): string {
  if (file === undefined) {
    return "{}";
  }
  const paytable = JSON.parse(readFileSync(file, "utf8")) as Paytable;
  checkPaytable(paytable);
  return JSON.stringify(paytable);
}
