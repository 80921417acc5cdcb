import { dayOfDate } from "../../src/fairness/utc-day.ts";
import type { Entropy } from "../../src/round/derive.ts";
import { isTimeZone } from "../../src/round/local-day.ts";
import { parseProxies } from "../http/proxies.ts";
import { parseTronAddress } from "../payment/tron/identifiers.ts";
import { StartError } from "../runtime/start-error.ts";
import { readBeaconSettings } from "./beacon-settings.ts";
import { isLoopback } from "./loopback.ts";
import { SETTINGS } from "./settings.ts";
import type { Environment, SettingName } from "./settings.ts";

interface NodeEndpoint {
  /** Base URL, without a trailing slash. */
  readonly url: string;
  /** Sent only to this node; null if the node works without a key. */
  readonly apiKey: string | null;
}

/** A secret, and the first UTC day on which it applies. */
export interface LaterSecret {
  readonly fromDay: number;
  readonly secret: Uint8Array;
}

export type Config = ReturnType<typeof readConfig>;

const USDT = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const MAILBOX = /^[^\s<>,;"\p{C}]+@[^\s<>,;"\p{C}]+$/u;
const TRONGRID: NodeEndpoint = { url: "https://api.trongrid.io", apiKey: null };

/** A longer value might be a misplaced secret, which must not appear in a log. */
const MAX_QUOTED = 12;

/** @throws StartError that names every invalid setting at once, with its allowed values. */
export function readConfig(env: Environment) {
  const faults: string[] = [];

  function read<T>(name: SettingName, fallback: T, parse: (text: string) => T | undefined): T {
    const text = env[name]?.trim();
    if (text === undefined || text === "") {
      return fallback;
    }
    const value = parse(text);
    if (value === undefined) {
      const given = text.length <= MAX_QUOTED ? `, not "${text}"` : "";
      faults.push(`${name} must be ${SETTINGS[name].allowed}${given}.`);
      return fallback;
    }
    return value;
  }

  const host = read("HOST", "127.0.0.1", matching(/^[\w.:%-]+$/));
  const metricsPort = read<number | null>("METRICS_PORT", null, portNumber);
  const ownerPort = read<number | null>("OWNER_PORT", null, portNumber);
  const port = read("PORT", 3000, portNumber);
  const baseUrl = read<string | null>("BASE_URL", null, httpOrigin);
  const smtpUrl = read<string | null>("SMTP_URL", null, parseSmtpUrl);
  // A service behind a proxy listens on loopback but is still public.
  const isPrivate = isLoopback(host) && (baseUrl === null || isLoopback(new URL(baseUrl).hostname));
  const config = {
    host,
    /** 0 lets the operating system choose. */
    port,
    /** The public URL, without a trailing slash; null if it is not set. */
    baseUrl,
    /** Displayed on the pages; empty for none. */
    contact: read("CONTACT", "", matching(MAILBOX)),
    dataDir: read("DATA_DIR", "./data", String),
    /** Contains a password; null for SQLite in the data folder. */
    databaseUrl: read<string | null>("DATABASE_URL", null, postgresUrl),
    /** 64 hexadecimal digits; null if the secret is kept in the data folder. */
    oracleSecret: read<string | null>("ORACLE_SECRET", null, secretHex),
    laterSecrets: read<readonly LaterSecret[]>("LATER_SECRETS", [], listOf(laterSecret)),
    /** 64 hexadecimal digits; null if the key is kept in the data folder. */
    signingKey: read<string | null>("SIGNING_KEY", null, secretHex),
    /** The mode of unpublished days. */
    entropy: read<Entropy>("ENTROPY", "seed", entropyMode),
    /** The last UTC day for which the house vouches that nothing was published; null for none. */
    publishLate: read<number | null>("PUBLISH_LATE", null, (text) => dayOfDate(text) ?? undefined),
    beacons: readBeaconSettings(env, (message) => faults.push(message)),
    timeZone: read("TIME_ZONE", "UTC", (text) => (isTimeZone(text) ? text : undefined)),
    /** Whether only this machine can reach the service. */
    isPrivate,
    /** Proxies whose `X-Forwarded-…` headers are trusted. */
    trustProxy: read("TRUST_PROXY", [], parseProxies),
    /** Reachable only from this machine; null for none. */
    metricsPort,
    ownerPort,
    /** Whether webhooks may use private IP addresses and plain http. */
    webhooksPrivate: read("WEBHOOKS_PRIVATE", false, onOff),
    /** For the pages under /account/, and for payments. */
    portal: {
      on: read("PORTAL", true, onOff),
      addresses: [...new Set(read<readonly string[]>("TRON_ADDRESSES", [], listOf(tronAddress)))],
      /** The seller's name and address; null if receipts do not name the seller. */
      seller: read<string | null>("SELLER", null, oneLine),
      contract: read("USDT_CONTRACT", USDT, tronAddress),
      tronNodes: read<readonly NodeEndpoint[]>("TRON_URL", [TRONGRID], listOf(parseNode)),
      /** The mail server and the sender's email address; null if the service sends no email. */
      mail: smtpUrl === null ? null : { smtpUrl, from: read("MAIL_FROM", "", matching(MAILBOX)) },
    },
  };
  const isGiven = (name: string) => (env[name] ?? "").trim() !== "";
  // A secret kept in a file would differ on each machine.
  const missing = ["ORACLE_SECRET", "SIGNING_KEY"].filter((name) => !isGiven(name));
  if (isGiven("DATABASE_URL") && missing.length > 0) {
    faults.push(
      `DATABASE_URL also needs ${missing.join(" and ")}: 64 hexadecimal digits each, from "openssl rand -hex 32", the same on every machine. To move a service from SQLite, run "npm run -s backup -- move", which writes them to a file.`,
    );
  }
  const coversLoopback = ["127.0.0.1", "0.0.0.0", "::"].includes(host);
  for (const [name, other] of Object.entries({
    METRICS_PORT: metricsPort,
    OWNER_PORT: ownerPort,
  })) {
    if (port !== 0 && port === other && coversLoopback) {
      faults.push(`${name} must differ from PORT, which is also ${port}.`);
    }
  }
  if (ownerPort !== null && ownerPort !== 0 && ownerPort === metricsPort) {
    faults.push(`OWNER_PORT must differ from METRICS_PORT, which is also ${ownerPort}.`);
  }
  if (ownerPort !== null && !config.portal.on) {
    faults.push("OWNER_PORT needs PORTAL on: without accounts there is no back office.");
  }
  const isSelling = config.portal.on && config.portal.addresses.length > 0;
  if (config.portal.addresses.includes(config.portal.contract)) {
    faults.push(
      "TRON_ADDRESSES must be your own wallets, because money sent to the USDT contract itself is lost.",
    );
  }
  const sellsSeedMode = read("SELL_SEED_MODE", false, yes);
  if (isSelling && config.entropy === "seed" && !sellsSeedMode) {
    faults.push(
      "With TRON_ADDRESSES set, keys are sold while ENTROPY is seed, so you could know every result in advance. Set ENTROPY=drand, or SELL_SEED_MODE=yes, which the prices page then discloses.",
    );
  }
  const { mail } = config.portal;
  if (mail !== null && config.baseUrl === null) {
    // A link built from a request's own Host header could lead anywhere.
    faults.push("SMTP_URL also needs BASE_URL, because its emails contain links.");
  }
  if (mail?.from === "") {
    faults.push("SMTP_URL also needs MAIL_FROM, the sender's email address.");
  }
  if (!isGiven("SMTP_URL") && isGiven("MAIL_FROM")) {
    faults.push("MAIL_FROM has no effect without SMTP_URL. Set SMTP_URL too, or unset MAIL_FROM.");
  }
  for (const name of Object.keys(env).filter(isGiven)) {
    const meant = meantSetting(name);
    // If the setting itself is also given, this name belongs to another program.
    if (meant !== undefined && !isGiven(meant)) {
      faults.push(`${name} is not a setting. Did you mean ${meant}? Rename it, or unset it.`);
    }
  }
  if (faults.length > 0) {
    throw new StartError(
      `The settings are invalid:\n${faults.map((fault) => `  - ${fault}`).join("\n")}`,
    );
  }
  return config;
}

/** Shorter names one typo away, such as PORTS or HOSTS, probably belong to other programs. */
const MIN_LETTERS = 7;

/** The setting that a mistyped name means, ignoring underscores and case; undefined if `name` is itself a setting. */
function meantSetting(name: string): string | undefined {
  const lettersOf = (text: string) => text.replaceAll("_", "").toUpperCase();
  const letters = lettersOf(name);
  return Object.hasOwn(SETTINGS, name)
    ? undefined
    : Object.keys(SETTINGS)
        .filter((setting) => lettersOf(setting).length >= MIN_LETTERS)
        .find((setting) => isSlip(letters, lettersOf(setting)));
}

/** Whether `b` differs from `a` only by its plural, or by one wrong, missing or swapped letter. */
function isSlip(a: string, b: string): boolean {
  const at = [...a, ""].findIndex((letter, index) => letter !== (b[index] ?? ""));
  const rest = (text: string, from: number) => text.slice(at + from);
  return (
    at < 0 ||
    b === `${a}ES` ||
    a === b.replace(/Y$/, "IES") ||
    rest(a, 1) === rest(b, 1) ||
    rest(a, 1) === rest(b, 0) ||
    rest(a, 0) === rest(b, 1) ||
    (a[at] === b[at + 1] && a[at + 1] === b[at] && rest(a, 2) === rest(b, 2))
  );
}

function matching(pattern: RegExp): (text: string) => string | undefined {
  return (text) => (pattern.test(text) ? text : undefined);
}

export function portNumber(text: string): number | undefined {
  const port = Number(text);
  return /^\d{1,5}$/.test(text) && port <= 65_535 ? port : undefined;
}

function httpOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  const isPlain =
    url !== null &&
    url.pathname === "/" &&
    url.search === "" &&
    url.hash === "" &&
    url.username === "" &&
    url.password === "";
  return isPlain && /^https?:$/.test(url.protocol) ? url.origin : undefined;
}

/**
 * A PostgreSQL database URL; undefined for any other text. It must name a database, which a URL with an unencoded
 * password does not.
 */
export function postgresUrl(text: string): string | undefined {
  const url = URL.parse(text);
  const isWhole =
    url !== null &&
    /^postgres(ql)?:$/.test(url.protocol) &&
    /^\/[^/@:]+$/.test(url.pathname) &&
    url.hash === "" &&
    (url.hostname !== "" || url.searchParams.has("host"));
  return isWhole && isDecodable(text) ? text : undefined;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** A secret in lower case; undefined if malformed, or if all bytes are the same except perhaps the last. */
function secretHex(text: string): string | undefined {
  const hex = text.toLowerCase();
  return /^(?!(..)\1{30})[0-9a-f]{64}$/.test(hex) ? hex : undefined;
}

/** Parses a comma-separated list; undefined if `parse` returns undefined for an entry. */
function listOf<T>(parse: (text: string) => T | undefined): (text: string) => T[] | undefined {
  return (text) => {
    const entries = text.split(",").map((entry) => parse(entry.trim()));
    return entries.every((entry) => entry !== undefined) ? entries : undefined;
  };
}

function laterSecret(text: string): LaterSecret | undefined {
  const [date = "", hex = "", ...more] = text.split(":");
  const fromDay = dayOfDate(date);
  const isRight = fromDay !== null && secretHex(hex) !== undefined && more.length === 0;
  return isRight ? { fromDay, secret: Uint8Array.from(Buffer.from(hex, "hex")) } : undefined;
}

function entropyMode(text: string): Entropy | undefined {
  return text === "seed" || text === "drand" ? text : undefined;
}

function yes(text: string): true | undefined {
  return text.toLowerCase() === "yes" ? true : undefined;
}

function onOff(text: string): boolean | undefined {
  const isOn = text.toLowerCase() === "on";
  return isOn || text.toLowerCase() === "off" ? isOn : undefined;
}

function tronAddress(text: string): string | undefined {
  return parseTronAddress(text) === undefined ? undefined : text;
}

function parseNode(text: string): NodeEndpoint | undefined {
  const url = URL.parse(text);
  const isPlain = url !== null && url.search === "" && url.hash === "" && url.password === "";
  if (!isPlain || !/^https?:$/.test(url.protocol) || !/^[\w.~-]*$/.test(url.username)) {
    return undefined;
  }
  const apiKey = url.username || null;
  url.username = "";
  return { url: url.href.replace(/\/+$/, ""), apiKey };
}

function oneLine(text: string): string | undefined {
  return text.length <= 300 && !/\p{C}/u.test(text) ? text : undefined;
}

function parseSmtpUrl(text: string): string | undefined {
  const url = URL.parse(text);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== "" ? text : undefined;
}
