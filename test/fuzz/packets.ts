import fc from "fast-check";
import parts from "./corpus/parts.json" with { type: "json" };
import requests from "./corpus/requests.json" with { type: "json" };
import smuggling from "./corpus/smuggling.json" with { type: "json" };

/** The bytes that a client sends on one connection, in latin1, and how it disconnects. */
export interface Packet {
  readonly text: string;
  /** The number of requests in it. */
  readonly requests: number;
  /**
   * Ends its side and waits for the response, resets the connection, or cuts its bytes at a random place and ends.
   */
  readonly leaves: "ends" | "resets" | "cut";
  readonly cutAt: number;
}

const all = Object.values({ ...requests, ...smuggling });

const from = (texts: readonly string[]) => fc.constantFrom(...texts);
const anyText = fc.string({ unit: "binary", maxLength: 40 });
const value = fc.oneof(
  { weight: 4, arbitrary: from(parts.values) },
  anyText.map(encodeURIComponentAnyway),
);
const fields = fc
  .array(fc.tuple(from(parts.names), value), { maxLength: 4 })
  .map((pairs) => pairs.map(([name, text]) => `${name}=${text}`).join("&"));
const method = fc.oneof(
  { weight: 5, arbitrary: fc.constant("GET") },
  from(["HEAD", "OPTIONS", "POST", "PUT", "DELETE", "TRACE", "PATCH", "QUERY", "get", "PROPFIND"]),
);
const headerLines = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: from(parts.headers) },
      anyText.map((text) => `X-Any: ${text}`),
    ),
    { maxLength: 4 },
  )
  .map((lines) => lines.map((line) => `${line}\r\n`).join(""));

const question = fc
  .tuple(method, from(parts.paths), fields, headerLines)
  .map(
    ([verb, path, query, lines]) =>
      `${verb} ${path}${query === "" ? "" : `?${query}`} HTTP/1.1\r\nHost: fuzz\r\n${lines}\r\n`,
  );

const form = fc
  .tuple(from(parts.paths), fields, headerLines, fc.integer({ min: -3, max: 3 }))
  .map(
    ([path, body, lines, wrongBy]) =>
      `POST ${path} HTTP/1.1\r\nHost: fuzz\r\nOrigin: http://fuzz\r\nContent-Type: application/x-www-form-urlencoded\r\n${lines}` +
      `Content-Length: ${Math.max(0, body.length + wrongBy)}\r\n\r\n${body}`,
  );

const known = from(all);

const bent = fc
  .tuple(
    fc.oneof(known, question, form),
    fc.array(fc.tuple(fc.nat(), fc.string({ unit: "binary", maxLength: 3 })), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(([text, changes]) =>
    changes.reduce((changed, [place, bytes]) => {
      const at = place % (changed.length + 1);
      return changed.slice(0, at) + bytes + changed.slice(at + bytes.length);
    }, text),
  );

const request = fc.oneof(
  { weight: 5, arbitrary: question },
  { weight: 3, arbitrary: form },
  { weight: 2, arbitrary: known },
  { weight: 2, arbitrary: bent },
);

/** One to five requests in one packet, each possibly invalid. */
const packet: fc.Arbitrary<Packet> = fc
  .record({
    requests: fc.array(request, { minLength: 1, maxLength: 5 }),
    leaves: fc.constantFrom("ends", "ends", "ends", "resets", "cut"),
    cutAt: fc.nat({ max: 400 }),
  })
  .map(({ requests, ...rest }) => ({
    text: requests.join(""),
    requests: requests.length,
    ...rest,
  }));

export function packets(seed: number, count: number): readonly Packet[] {
  const kept = all.map((text) => ({ text, requests: 1, leaves: "ends", cutAt: 0 }) as const);
  return [...kept, ...fc.sample(packet, { seed, numRuns: count })];
}

function encodeURIComponentAnyway(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return text;
  }
}
