import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { stubApp } from "../../support/stub-app.ts";

const page = { html: `<p>{{baseUrl}}</p>${"x".repeat(5_000)}`, styleHashes: [], scriptHashes: [] };
const load = async () => page;
const pages = { home: load, verify: load, embed: load, lobby: load, replay: load };

async function bodyOf(answer: Response): Promise<string> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  switch (answer.headers.get("content-encoding")) {
    case "br":
      return brotliDecompressSync(bytes).toString();
    case "gzip":
      return gunzipSync(bytes).toString();
    default:
      return bytes.toString();
  }
}

test.each(["br", "gzip", "identity"])("a page sent as %s never changes", async (encoding) => {
  const { ask } = stubApp({ pages, baseUrl: "https://games.example.com" });
  for (let time = 0; time < 2; time++) {
    const answer = await ask("/verify/", { headers: { "accept-encoding": encoding } });
    expect(answer.headers.get("vary")).toBe("accept-encoding");
    expect(await bodyOf(answer)).toBe(
      page.html.replace("{{baseUrl}}", "https://games.example.com"),
    );
  }
});

// Sixteen made-up Hosts filled the cache for ever, and the real one was always sent uncompressed.
test("made-up Hosts change neither the text nor the compression of a page", async () => {
  const { app } = stubApp({ pages });
  for (let host = 0; host < 40; host++) {
    const origin = `http://host${host}.test`;
    const answer = await app.request(`${origin}/verify/`, { headers: { "accept-encoding": "br" } });
    expect(answer.headers.get("content-encoding")).toBe("br");
    expect(await bodyOf(answer)).toContain(`<p>${origin}</p>`);
  }
});
