// Attack: a stranger takes a key from a casino's page and requests tables with invented Referers, day after day.
// Effect: usage was counted for any named site, up to 200 rows for each key and day, and filled the database.
// Defence: only the entries of the key's own list are counted by name; all other sites share one row.
import { expect, test } from "vitest";
import { issueKey, startService, withStoreOf } from "../support/service.ts";

const LIST = ["https://a.example", "https://*.b.example"];

test("usage counts all sites outside the key's list as one", async () => {
  const service = await startService();
  const { keyText } = await issueKey(service, { origins: LIST });
  const { keyText: anywhere } = await issueKey(service, { origins: [] });
  const from = (key: string, referer: string) =>
    service.ask(`/embed/baccarat/?key=${key}`, {
      headers: { referer, "sec-fetch-dest": "iframe" },
    });
  for (let number = 0; number < 40; number += 1) {
    await from(keyText, `https://${number}.evil.example/`);
    await from(keyText, `https://${number}.b.example/tables`);
    await from(anywhere, `https://${number}.evil.example/`);
  }
  await from(keyText, "https://a.example/");
  await from(keyText, `https://${"a".repeat(4_000)}.example/`);
  await from(keyText, "other:other");
  await service.close();
  const rows = await withStoreOf(service.dataDir, ({ db }) =>
    db
      .selectFrom("usage_day")
      .innerJoin("api_key", "api_key.id", "usage_day.key_id")
      .select(["origins", "what", "count"])
      .orderBy("origins", "desc")
      .orderBy("what")
      .execute(),
  );
  expect(rows.map(({ origins, what, count }) => [JSON.parse(origins), what, count])).toEqual([
    [[], "load", 40],
    [[], "site:other", 40],
    [LIST, "load", 42],
    [LIST, "refused:site", 41],
    [LIST, "site:https://*.b.example", 40],
    [LIST, "site:https://a.example", 1],
    [LIST, "site:other", 41],
  ]);
});
