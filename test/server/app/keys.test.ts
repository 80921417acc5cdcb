import { expect, test } from "vitest";
import { newKeyText } from "../../../server/access/key-text.ts";
import { renew, revoke } from "../../../server/access/keys.ts";
import { issueKey, NOW_MS, startService, withStoreOf } from "../../support/service.ts";

test("a key opens every game's page until it expires", async () => {
  const service = await startService();
  const endsAtMs = NOW_MS + 1000;
  const { id, keyText } = await issueKey(service, { endsAtMs });
  const statuses = async () => {
    const pages = ["dragontiger", "baccarat", "bigsixball"].map((slug) =>
      service.ask(`/embed/${slug}/?key=${keyText.replaceAll("_", "%5F")}`),
    );
    return [...new Set((await Promise.all(pages)).map(({ status }) => status))];
  };
  service.clock.nowMs = endsAtMs - 1;
  expect(await statuses()).toEqual([200]);
  service.clock.nowMs = endsAtMs;
  expect(await statuses()).toEqual([401]);
  await withStoreOf(service.dataDir, (store) => renew(store, id, 1, NOW_MS));
  expect(await statuses()).toEqual([200]);
  await withStoreOf(service.dataDir, (store) => revoke(store, id, NOW_MS));
  expect(await statuses()).toEqual([401]);
});

test("an API key is never logged", async () => {
  const service = await startService({ down: ["bigsixball"] });
  const { id, keyText } = await issueKey(service);
  const expired = await issueKey(service, { endsAtMs: NOW_MS - 1 });
  for (const text of [keyText, expired.keyText, newKeyText(), "", "garbage"]) {
    for (const path of ["/embed/baccarat/", "/embed/bigsixball/", "/embed/nosuch/", "/nothing"]) {
      for (const accept of ["text/html", "application/json"]) {
        const response = await service.ask(`${path}?key=${text}`, { headers: { accept } });
        const output = `${await response.text()}${JSON.stringify([...response.headers])}`;
        expect(text !== "" && output.includes(text)).toBe(false);
      }
    }
  }
  const line = { time: new Date(NOW_MS).toISOString(), event: "embed", slug: "baccarat" };
  const lines = service.log.map((text) => JSON.parse(text) as { slug: string });
  expect(lines.filter(({ slug }, at) => slug === "baccarat" && at % 2 === 0)).toEqual([
    { ...line, key: id },
    { ...line, key: expired.id, refused: "expired" },
    { ...line, refused: "unknown" },
    { ...line, refused: "missing" },
    { ...line, refused: "malformed" },
  ]);
  expect(service.log.join("\n")).not.toContain("tbs_live_");
});

// Cause: a frame on a wrong site got 403, and the log entry was "ok".
test("the log says why a valid key did not open a table", async () => {
  const service = await startService();
  const { id, keyText } = await issueKey(service, { origins: ["https://a.example"] });
  const open = (headers: Record<string, string>) =>
    service.ask(`/embed/baccarat/?key=${keyText}`, { headers });
  await open({ "sec-fetch-dest": "iframe", referer: "https://b.example/page" });
  await open({ "sec-fetch-dest": "document" });
  expect(service.log.map((text) => JSON.parse(text) as object)).toMatchObject([
    { key: id, refused: "site", site: "https://b.example" },
    { key: id, refused: "no_frame" },
  ]);
});
