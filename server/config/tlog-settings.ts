import { LogFormatError } from "../../src/tlog/format-error.ts";
import type { Witness } from "../../src/tlog/policy.ts";
import { COSIGNATURE, isKeyName, readVerifierKey } from "../../src/tlog/verifier-key.ts";
import type { SettingName } from "./settings.ts";

/** Who cosigns the log of published days. */
export interface WitnessSettings {
  readonly keys: readonly Witness[];
  /** How many of them a verifier should ask for; 0 without any. */
  readonly needed: number;
}

/** How the log of published days is named, and who cosigns it. */
export interface TlogSettings {
  /** LOG_ORIGIN; null: it follows from the address or the key. */
  readonly origin: string | null;
  readonly witnesses: WitnessSettings;
}

type Read = <T>(name: SettingName, fallback: T, parse: (text: string) => T | undefined) => T;

/** Reads LOG_ORIGIN and WITNESSES. Each thing that is wrong is reported to `fault` in words. */
export function readTlogSettings(read: Read, fault: (words: string) => void): TlogSettings {
  const keys = read<readonly Witness[]>("WITNESSES", [], witnesses);
  const majority = keys.length === 0 ? 0 : Math.floor(keys.length / 2) + 1;
  const needed = read("WITNESS_QUORUM", majority, (text) =>
    /^[1-9]\d?$/.test(text) ? Number(text) : undefined,
  );
  if (needed > keys.length) {
    fault(`WITNESS_QUORUM must be at most ${keys.length}, as many as WITNESSES has.`);
  }
  return {
    origin: read<string | null>("LOG_ORIGIN", null, (text) => (isKeyName(text) ? text : undefined)),
    witnesses: { keys, needed },
  };
}

/** "<verifier key> <address>" of each witness, separated by commas; undefined for anything else. */
function witnesses(text: string): Witness[] | undefined {
  const found = text.split(",").map((part) => witness(part.trim()));
  const known = found.filter((each) => each !== undefined);
  const names = new Set(known.map(({ key }) => key.publicKey.toString()));
  return known.length === found.length && names.size === known.length ? known : undefined;
}

function witness(text: string): Witness | undefined {
  const [key = "", address = "", ...rest] = text.split(/\s+/);
  const url = URL.parse(address);
  const isAddress = url !== null && /^https?:$/.test(url.protocol) && url.search + url.hash === "";
  if (!isAddress || rest.length > 0) {
    return undefined;
  }
  try {
    return { key: readVerifierKey(key, COSIGNATURE), url: url.href.replace(/\/+$/, "") };
  } catch (error) {
    if (!(error instanceof LogFormatError)) {
      throw error;
    }
    return undefined;
  }
}
