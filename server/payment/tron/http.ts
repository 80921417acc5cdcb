import { plainFetch } from "../../http/fetch.ts";
import type { Fetch } from "../../http/fetch.ts";
import { readText } from "../../http/read-text.ts";

/** Why there is no usable answer. `disagreement`: several nodes say different things. */
export type NodeFault = "busy" | "disagreement" | "fault" | "nonsense" | "unreachable";

/** How a node is reached. */
export interface TronNodeOptions {
  /** Its base address, without a slash at the end. */
  readonly url: string;
  /** Sent as `TRON-PRO-API-KEY`; null where none is needed. */
  readonly apiKey: string | null;
  /** How long to wait for an answer. */
  readonly timeoutMs?: number;
  readonly fetch?: Fetch;
}

/**
 * Sends a request to a node: a POST, or a GET where the body is null. Resolves with what `read` makes of
 * the JSON of its answer, or why there is nothing. What it cannot read, or what makes it throw, is
 * `nonsense`: a node may answer anything, so this never rejects.
 */
export type AskNode = <Value>(
  path: string,
  body: Readonly<Record<string, unknown>> | null,
  read: (json: unknown) => Value | undefined,
  ended?: AbortSignal,
) => Promise<{ readonly value: Value } | { readonly fault: NodeFault }>;

const TIMEOUT_MS = 10_000;
/** A receipt has about 2 KB. One with hundreds of logs stays below this, and so does a contract. */
const MAX_BYTES = 1_000_000;

/** A node's HTTP interface. java-tron and TronGrid have the same one. */
export function tronHttp(options: TronNodeOptions): AskNode {
  const { url, apiKey, timeoutMs = TIMEOUT_MS, fetch = plainFetch } = options;
  return async (path, body, read, ended) => {
    const headers = new Headers({ "content-type": "application/json" });
    if (apiKey !== null) {
      headers.set("tron-pro-api-key", apiKey);
    }
    let text: string;
    try {
      const response = await fetch(`${url}${path}`, {
        ...(body === null ? {} : { method: "POST", body: JSON.stringify(body) }),
        headers,
        // A redirect would send the API key elsewhere.
        redirect: "manual",
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(ended ? [ended] : [])]),
      });
      if (!response.ok) {
        await response.body?.cancel();
        return { fault: response.status === 429 || response.status === 403 ? "busy" : "fault" };
      }
      text = await readText(response, MAX_BYTES);
    } catch (error) {
      return { fault: error instanceof RangeError ? "nonsense" : "unreachable" };
    }
    try {
      const value = read(JSON.parse(text) as unknown);
      return value === undefined ? { fault: "nonsense" } : { value };
    } catch {
      return { fault: "nonsense" };
    }
  };
}
