import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { issueKey, sharedService } from "../../support/service.ts";

const service = sharedService({ env: { DEMO: "on" } });

/** Addresses whose answers are made for each request, and are long. */
const paths = {
  embed: async () => `/embed/baccarat/?key=${(await issueKey(service())).keyText}&lang=en`,
  results: async () => "/embed/baccarat/api/results?limit=72",
};

async function ask(path: string, accepted?: string, method = "GET"): Promise<Response> {
  const headers: Record<string, string> =
    accepted === undefined ? {} : { "accept-encoding": accepted };
  return service().ask(path, { method, headers });
}

function decoded(bytes: Buffer, encoding: string | null): string {
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ""];
  return (decode?.(bytes) ?? bytes).toString();
}

describe.each(Object.entries(paths))("the answer of %s", (_, pathOf) => {
  test.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip;q=0.5", "gzip"],
    ["deflate", null],
    ["identity", null],
    ["", null],
    [undefined, null],
  ])("for a client that takes %j is in %s, and says the same", async (accepted, encoding) => {
    const path = await pathOf();
    const plain = await (await ask(path)).text();
    const answer = await ask(path, accepted);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-encoding")).toBe(encoding);
    expect(answer.headers.get("vary")).toBe("accept-encoding");
    expect(decoded(bytes, encoding)).toBe(plain);
    expect(bytes.length).toBeLessThanOrEqual(
      Buffer.byteLength(plain) / (encoding === null ? 1 : 2),
    );
  });
});

test("an answer that fills one packet anyway is left alone, for caches to know apart all the same", async () => {
  for (const path of ["/", "/embed/baccarat/api/results?limit=1"]) {
    const { headers } = await ask(path, "br, gzip");
    expect(headers.get("content-encoding")).toBeNull();
    expect(headers.get("vary")).toBe("accept-encoding");
  }
});

test("a refusal is never compressed", async () => {
  const answer = await ask("/embed/baccarat/?key=x", "br, gzip");
  expect(answer.status).toBe(401);
  expect(answer.headers.get("content-encoding")).toBeNull();
  expect(answer.headers.get("vary")).toBe("accept, accept-language");
});

test("HEAD names the encoding that GET would have", async () => {
  const { headers } = await ask(await paths.embed(), "br", "HEAD");
  expect(headers.get("content-encoding")).toBe("br");
});
