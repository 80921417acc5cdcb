import { parseTronAddress } from "../payment/tron/address.ts";
import type { SettingName } from "./settings.ts";

export interface NodeEndpoint {
  /** Base URL, without a trailing slash. */
  readonly url: string;
  /** Sent to this node only; null if it needs none. */
  readonly apiKey: string | null;
}

/** The settings of the pages under /account/, and of payments. */
export type PortalConfig = ReturnType<typeof readPortalConfig>;

/** Reads one setting, reporting a fault if its text is not valid. */
export type ReadSetting = <T>(
  name: SettingName,
  fallback: T,
  parse: (text: string) => T | undefined,
) => T;

/** The contract of USDT on TRON's main network. */
const USDT = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const TRONGRID: NodeEndpoint = { url: "https://api.trongrid.io", apiKey: null };

export function readPortalConfig(read: ReadSetting, onOff: (text: string) => boolean | undefined) {
  const smtpUrl = read<string | null>("SMTP_URL", null, parseSmtpUrl);
  return {
    /** Whether these pages exist. */
    on: read("PORTAL", true, onOff),
    addresses: read<readonly string[]>("TRON_ADDRESSES", [], parseTronAddresses),
    /** Name and address of the seller; null if receipts name nobody. */
    seller: read<string | null>("SELLER", null, oneLine),
    contract: read("USDT_CONTRACT", USDT, checkTronAddress),
    tronNodes: read<readonly NodeEndpoint[]>("TRON_URL", [TRONGRID], parseNodes),
    /** The mail server and the sender's email address; null if no mail is sent. */
    mail: smtpUrl === null ? null : { smtpUrl, from: read("MAIL_FROM", "", mailbox) },
  };
}

function checkTronAddress(text: string): string | undefined {
  return parseTronAddress(text) === undefined ? undefined : text;
}

function parseTronAddresses(text: string): string[] | undefined {
  const addresses = text.split(",").map((each) => each.trim());
  const isRight = addresses.every((each) => parseTronAddress(each) !== undefined);
  return isRight ? [...new Set(addresses)] : undefined;
}

function parseNodes(text: string): NodeEndpoint[] | undefined {
  const nodes = text.split(",").map((each) => parseNode(each.trim()));
  const whole = nodes.filter((node) => node !== undefined);
  return whole.length === nodes.length ? whole : undefined;
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

function mailbox(text: string): string | undefined {
  return /^[^\s<>,;"\p{C}]+@[^\s<>,;"\p{C}]+$/u.test(text) ? text : undefined;
}
