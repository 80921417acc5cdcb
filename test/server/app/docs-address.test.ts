import { get } from "node:http";
import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { startListening } from "../../support/listening-service.ts";
import { sharedService } from "../../support/service.ts";

/* The commands of the docs are printed with the address of the service that shows them. */

const service = sharedService();
const EMBED = "/docs/embed/";
const namedIn = (html: string) => /data-base="([^"]*)"/.exec(html)?.[1];

test("a page names the service, compressed too, and keeps its tag", async () => {
  const page = await service().ask(EMBED);
  expect(namedIn(await page.text())).toBe("http://tableside.test");
  const headers = { "accept-encoding": "br" };
  const small = await service().ask(EMBED, { headers });
  const html = brotliDecompressSync(Buffer.from(await small.arrayBuffer())).toString();
  expect(namedIn(html)).toBe("http://tableside.test");
  const tag = page.headers.get("etag") ?? "";
  const again = await service().ask(EMBED, { headers: { "if-none-match": tag } });
  expect(again.status).toBe(304);
});

test("pages about that address keep their example", async () => {
  const page = await service().ask("/docs/deploy/");
  expect(await page.text()).toContain("BASE_URL=https://games.example.com");
});

test("a host that somebody made up is text, and changes no other page", async () => {
  const { url } = await startListening({});
  const read = async (host: string) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    get(url + EMBED, { headers: { host } }, async (answer) => {
      resolve(Buffer.concat(await answer.toArray()).toString());
    });
    return promise;
  };
  for (let count = 0; count < 20; count++) {
    const html = await read(`"><b>${count}.example`);
    expect(html).not.toContain("<b>");
  }
  expect(namedIn(await read("tables.example"))).toBe("http://tables.example");
  expect(namedIn(await read(new URL(url).host))).toBe(url);
});
