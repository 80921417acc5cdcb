import { parsePlans } from "../payment/plan.ts";
import type { PaymentTerms } from "../payment/plan.ts";
import { parseTronAddress } from "../payment/tron/address.ts";

/** The settings of the pages under /account/, and of payments. */
export interface PortalConfig extends PaymentTerms {
  /** Whether there are such pages at all. */
  on: boolean;
  /** 64 hexadecimal digits; null when the data folder keeps the key. */
  keyEncryptionKey: string | null;
  /** The base address of a node of the TRON network, and its key if it wants one. */
  tronUrl: string;
  tronApiKey: string | null;
  /** Where mail is handed in, and whom it is from; null: no mail is sent. */
  mail: { smtpUrl: string; from: string } | null;
}

/** Reads one setting: what is `allowed` is told where the text is not. */
export type ReadSetting = <T>(
  name: string,
  fallback: T,
  parse: (text: string) => T | undefined,
  allowed: string,
) => T;

/** What other settings are read with as well. */
interface Parsers {
  readonly onOff: (text: string) => boolean | undefined;
  /** 32 bytes as 64 hexadecimal digits. */
  readonly hex32: (text: string) => string | undefined;
}

/** USDT on the main network. */
const USDT = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const PLANS = "30 days:30:49,90 days:90:129,365 days:365:449";

export function readPortalConfig(read: ReadSetting, { onOff, hex32 }: Parsers): PortalConfig {
  const smtpUrl = read<string | null>(
    "SMTP_URL",
    null,
    smtpAddress,
    "an smtp:// or smtps:// address",
  );
  return {
    on: read("PORTAL", true, onOff, "on or off"),
    plans: read(
      "PLANS",
      parsePlans(PLANS) ?? [],
      parsePlans,
      "plans as name:days:price in USDT, separated by commas, such as 30 days:30:49,365 days:365:449",
    ),
    addresses: read<readonly string[]>(
      "TRON_ADDRESSES",
      [],
      tronAddresses,
      "TRON addresses (T…, 34 characters), separated by commas",
    ),
    contract: read("USDT_CONTRACT", USDT, tronAddress, "the TRON address of a token's contract"),
    tronUrl: read(
      "TRON_URL",
      "https://api.trongrid.io",
      httpBase,
      "an http or https address, such as https://api.trongrid.io",
    ),
    tronApiKey: read<string | null>("TRON_API_KEY", null, headerText, "a key without spaces"),
    keyEncryptionKey: read<string | null>(
      "KEY_ENCRYPTION_KEY",
      null,
      hex32,
      "64 hexadecimal digits (32 bytes)",
    ),
    mail:
      smtpUrl === null
        ? null
        : { smtpUrl, from: read("MAIL_FROM", "", mailbox, "an address such as games@example.com") },
  };
}

function tronAddress(text: string): string | undefined {
  return parseTronAddress(text) === undefined ? undefined : text;
}

function tronAddresses(text: string): string[] | undefined {
  const addresses = text.split(",").map((each) => each.trim());
  const isRight = addresses.every((each) => parseTronAddress(each) !== undefined);
  return isRight ? [...new Set(addresses)] : undefined;
}

/** Without a slash at the end. */
function httpBase(text: string): string | undefined {
  const url = URL.parse(text);
  const isPlain = url !== null && url.search === "" && url.hash === "" && url.username === "";
  return isPlain && /^https?:$/.test(url.protocol) ? url.href.replace(/\/+$/, "") : undefined;
}

function headerText(text: string): string | undefined {
  return /^[\x21-\x7e]+$/.test(text) ? text : undefined;
}

function smtpAddress(text: string): string | undefined {
  const url = URL.parse(text);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== "" ? text : undefined;
}

function mailbox(text: string): string | undefined {
  return /^[^\s<>,;"\p{C}]+@[^\s<>,;"\p{C}]+$/u.test(text) ? text : undefined;
}
