import { isIP } from "node:net";
import type { LookupFunction } from "node:net";
import { errorCode } from "../runtime/error-code.ts";
import { sendRequest } from "../runtime/fetch.ts";
import {
  resolveAddresses,
  isPublicAddress,
  resolveBySystem,
  createDnsResolve,
} from "./endpoint-url.ts";
import type { Resolve } from "./endpoint-url.ts";
import { signedHeaders } from "./signature.ts";

/** Labels in lists and metrics. */
export type PostFault =
  | "blocked"
  | "unknown_host"
  | "timeout"
  | "tls"
  | "connection"
  | "interrupted"
  | "secret";

export interface PostResult {
  /** The response status; null if there was no response. */
  readonly status: number | null;
  /** Null if there was a response. */
  readonly fault: PostFault | null;
  readonly durationMs: number;
}

/** A webhook to send. It is signed when it is sent. */
export interface WebhookInput {
  readonly url: string;
  readonly id: string;
  readonly body: string;
  readonly secrets: readonly string[];
  /** The service's clock, epoch ms. */
  readonly sentAtMs: number;
}

export interface PostOptions {
  readonly resolve: Resolve;
  /** Whether IP addresses of this machine and of private networks may be called. */
  readonly allowPrivate: boolean;
  /** Maximum time from DNS to the end of the response. */
  readonly timeoutMs: number;
  readonly stopped?: AbortSignal;
  /** Additional trusted certificates, PEM; for tests. */
  readonly ca?: string;
}

/**
 * Maximum bytes of a response body that are read and discarded. If we closed the connection at once, the receiver might
 * not log the request.
 */
const MAX_BODY_BYTES = 16_384;
const TLS_FAULT = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_|UNABLE_TO|SELF_SIGNED|EPROTO|HOSTNAME_)/;

/**
 * Calls an endpoint. Resolves its name once, checks all IP addresses and connects only to these, so a name that
 * resolves differently a moment later has no effect. Does not follow redirects. Never rejects.
 */
export async function post(input: WebhookInput, options: PostOptions): Promise<PostResult> {
  const startMs = performance.now();
  const { stopped } = options;
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = stopped === undefined ? timeout : AbortSignal.any([timeout, stopped]);
  const abortedAs = () => (stopped?.aborted === true ? "interrupted" : "timeout");
  const resultOf = (status: number | null, fault: PostFault | null): PostResult => ({
    status,
    fault,
    durationMs: Math.round(performance.now() - startMs),
  });
  const { hostname } = new URL(input.url);
  const aborted = new Promise<undefined>((resolve) => {
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
  const addresses = await Promise.race([resolveAddresses(hostname, options.resolve), aborted]);
  if (addresses === undefined) {
    return resultOf(null, abortedAs());
  }
  if (addresses.length === 0) {
    return resultOf(null, "unknown_host");
  }
  if (!options.allowPrivate && !addresses.every(isPublicAddress)) {
    return resultOf(null, "blocked");
  }
  try {
    return resultOf(await sendPost(input, addresses, options, signal), null);
  } catch (error) {
    return resultOf(null, signal.aborted ? abortedAs() : faultOf(error));
  }
}

async function sendPost(
  { url, id, body, secrets, sentAtMs }: WebhookInput,
  addresses: readonly string[],
  { ca }: PostOptions,
  signal: AbortSignal,
): Promise<number> {
  const headers = signedHeaders(id, body, secrets, sentAtMs);
  const response = await sendRequest(
    url,
    { method: "POST", headers, body, signal },
    // A new connection: a kept-alive one would cost memory for each endpoint, and could break at any time.
    { agent: false, lookup: fixedLookup(addresses), ...(ca !== undefined && { ca }) },
  );
  let bytes = 0;
  try {
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length;
      if (bytes > MAX_BODY_BYTES) {
        break;
      }
    }
  } catch {
    // Only the status counts, whatever happens to the body.
  }
  return response.statusCode ?? 0;
}

/** Replaces DNS: returns the checked IP addresses for any name. */
function fixedLookup(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, callback) => {
    const [first] = all;
    if (options.all === true) {
      callback(null, all);
    } else {
      callback(null, first?.address ?? "", first?.family);
    }
  };
}

function faultOf(error: unknown): PostFault {
  const code = errorCode(error) ?? "";
  return TLS_FAULT.test(code) ? "tls" : "connection";
}

export type Poster = ReturnType<typeof createPoster>;

const POST_TIMEOUT_MS = 10_000;

export function createPoster(allowPrivate: boolean, timeoutMs = POST_TIMEOUT_MS) {
  const resolve = allowPrivate ? resolveBySystem : createDnsResolve();
  const stopped = new AbortController();
  const options = { resolve, allowPrivate, timeoutMs, stopped: stopped.signal };
  return {
    /** Never rejects. */
    post: (input: WebhookInput) => post(input, options),
    /** Interrupts running and later calls at once. */
    stop: () => stopped.abort(),
  };
}
