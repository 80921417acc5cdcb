import { KEYS_PATH } from "../../src/fairness/paths.ts";
import type { WatchedHouse } from "../../src/watch/watched-house.ts";

/** The longest answer that is due, a tile of the log, is an eighth of this. Evidence holds no more either. */
const MAX_BYTES = 65_536;
const TIMEOUT_MS = 10_000;
/** A header is asked for anew this often; in between, the one before stands for it. */
const HEADER_MS = 3_600_000;
/** Of the running days and those before, and there are few games. */
const MAX_HEADERS = 32;

/** The house has nothing at a path. */
class MissingError extends Error {}

export interface HouseClientOptions {
  /** The address of the service, without a slash at the end. */
  readonly service: string;
  readonly fetch: typeof globalThis.fetch;
  /** Epoch ms. */
  readonly now: () => number;
}

/** A house as a table's page asks it: by few and small requests, without cookies, and patient with nobody. */
export function houseClient({
  service,
  fetch,
  now,
}: HouseClientOptions): Pick<WatchedHouse, "get" | "getText" | "getBytes" | "isMissing"> {
  const headers = new Map<string, { readonly atMs: number; readonly header: Promise<unknown> }>();

  async function getBytes(path: string): Promise<Uint8Array> {
    const answer = await fetch(service + path, {
      credentials: "omit",
      referrerPolicy: "no-referrer",
      // Whoever compares must not be shown what was stored when it was asked for first.
      cache: isHeader(path) ? "no-cache" : "default",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // To its end, whatever it is: what is left unread breaks the connection.
    const bytes = await readAtMost(answer);
    if (answer.status === 404) {
      throw new MissingError(path);
    }
    if (!answer.ok) {
      throw new Error(`${path} answers ${answer.status}.`);
    }
    return bytes;
  }

  const getText = async (path: string) => new TextDecoder().decode(await getBytes(path));

  return {
    getBytes,
    getText,
    async get(path) {
      if (!isHeader(path)) {
        return JSON.parse(await getText(path));
      }
      const known = headers.get(path);
      if (known !== undefined && now() - known.atMs < HEADER_MS) {
        return known.header;
      }
      // That a day has none is remembered likewise.
      const header = getText(path).then((text): unknown => JSON.parse(text));
      if (headers.size >= MAX_HEADERS) {
        headers.clear();
      }
      headers.set(path, { atMs: now(), header });
      header.catch((error: unknown) => error instanceof MissingError || headers.delete(path));
      return header;
    },
    isMissing: (error) => error instanceof MissingError,
  };
}

function isHeader(path: string): boolean {
  return path.startsWith("/fairness/") && path !== KEYS_PATH;
}

async function readAtMost(answer: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (const reader = answer.body?.getReader(); reader !== undefined;) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    length += value.length;
    if (length > MAX_BYTES) {
      await reader.cancel();
      throw new Error("The house answers with more than is due.");
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}
