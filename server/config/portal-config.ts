import { parsePlans } from "../payment/plan.ts";
import type { PaymentRules, PaymentTerms } from "../payment/plan.ts";
import { parseTronAddress } from "../payment/tron/address.ts";
import type { SettingName } from "./settings.ts";

/** The settings of the pages under /account/, and of payments. */
export interface PortalConfig extends PaymentTerms, PaymentRules {
  /** Whether there are such pages at all. */
  on: boolean;
  /** 64 hexadecimal digits; null when the data folder keeps the key. */
  keyEncryptionKey: string | null;
  /** Name and address of whoever sells; null: receipts name nobody. */
  seller: string | null;
  /** What a transaction's hash is put behind, to look it up. */
  explorerUrl: string;
  /** The base addresses of nodes of the TRON network, and the key of the first if it needs one. */
  tronUrls: readonly string[];
  tronApiKey: string | null;
  /** How many of the nodes must agree before a payment counts. */
  tronAgree: number;
  /** The mail server, and the sender; null: no mail is sent. */
  mail: { smtpUrl: string; from: string } | null;
}

/** Reads one setting: where the text is not what it must be, that is a fault. */
export type ReadSetting = <T>(
  name: SettingName,
  fallback: T,
  parse: (text: string) => T | undefined,
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
  const tronUrls = read<readonly string[]>("TRON_URL", ["https://api.trongrid.io"], httpBases);
  const smtpUrl = read<string | null>("SMTP_URL", null, smtpAddress);
  return {
    on: read("PORTAL", true, onOff),
    plans: read("PLANS", parsePlans(PLANS) ?? [], parsePlans),
    addresses: read<readonly string[]>("TRON_ADDRESSES", [], tronAddresses),
    overpaid: read<PaymentRules["overpaid"]>("OVERPAID", "balance", oneOf("balance", "days")),
    late: read<PaymentRules["late"]>("LATE_PAYMENTS", "credit", oneOf("credit", "review")),
    seller: read<string | null>("SELLER", null, oneLine),
    explorerUrl: read("EXPLORER_URL", "https://tronscan.org/#/transaction/", webAddress),
    contract: read("USDT_CONTRACT", USDT, tronAddress),
    tronUrls,
    tronAgree: read("TRON_AGREE", 1, (text) => countUpTo(tronUrls.length, text)),
    tronApiKey: read<string | null>("TRON_API_KEY", null, headerText),
    keyEncryptionKey: read<string | null>("KEY_ENCRYPTION_KEY", null, hex32),
    mail: smtpUrl === null ? null : { smtpUrl, from: read("MAIL_FROM", "", mailbox) },
  };
}

function oneOf<Text extends string>(...allowed: readonly Text[]) {
  return (text: string) => allowed.find((each) => each === text);
}

function tronAddress(text: string): string | undefined {
  return parseTronAddress(text) === undefined ? undefined : text;
}

function tronAddresses(text: string): string[] | undefined {
  const addresses = text.split(",").map((each) => each.trim());
  const isRight = addresses.every((each) => parseTronAddress(each) !== undefined);
  return isRight ? [...new Set(addresses)] : undefined;
}

function httpBases(text: string): string[] | undefined {
  const bases = text.split(",").map((each) => httpBase(each.trim()));
  const whole = bases.filter((base) => base !== undefined);
  // One node named twice would only agree with itself.
  return whole.length === bases.length && new Set(whole).size === whole.length ? whole : undefined;
}

function countUpTo(max: number, text: string): number | undefined {
  const count = /^\d$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= max ? count : undefined;
}

function oneLine(text: string): string | undefined {
  return text.length <= 300 && !/\p{C}/u.test(text) ? text : undefined;
}

function webAddress(text: string): string | undefined {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? text : undefined;
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
