import { expect, test } from "vitest";
import { textOf } from "../../support/contract.ts";
import { stubApp } from "../../support/stub-app.ts";

const page = { html: `<p>{{baseUrl}}</p>${"x".repeat(5_000)}`, styleHashes: [], scriptHashes: [] };
const load = async () => page;
const pages = { home: load, verify: load, embed: load, lobby: load, replay: load };

// Cause: sixteen invented hosts filled the cache permanently, so pages for the real host were never compressed.
test("requests with many unknown `Host` headers still get compressed pages", async () => {
  const { app } = stubApp({ pages });
  for (let host = 0; host < 40; host++) {
    const origin = `http://host${host}.test`;
    const response = await app.request(`${origin}/verify/`, {
      headers: { "accept-encoding": "br" },
    });
    expect(response.headers.get("content-encoding")).toBe("br");
    expect(await textOf(response)).toContain(`<p>${origin}</p>`);
  }
});
