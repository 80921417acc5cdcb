import { expect, onTestFinished, test } from "vitest";
import { violations } from "../../support/axe.ts";
import { newPage } from "../../support/browser-page.ts";
import { startLiveService } from "../../support/live-service.ts";
import { withStoreOf } from "../../support/service.ts";
import { CUSTOMER, signIn } from "../../support/shop.ts";
import { subscribe } from "../../support/visitor.ts";

const NOW_MS = Date.UTC(2026, 6, 1, 12);
const DAY = Math.floor(NOW_MS / 86_400_000);

test("the usage chart has a table of the same numbers", async () => {
  const service = await startLiveService(NOW_MS);
  const { page, faults } = await newPage({ viewport: { width: 390, height: 844 } });
  onTestFinished(() => expect(faults).toEqual([]));
  await signIn(page, service.url);
  await subscribe(service.dataDir, CUSTOMER.email);
  await withStoreOf(service.dataDir, async ({ db }) => {
    // The key of the tests has no owner.
    const { id: keyId } = await db
      .selectFrom("api_key")
      .innerJoin("subscription", "subscription.id", "api_key.subscription_id")
      .select("api_key.id")
      .where("subscription.account_id", "is not", null)
      .executeTakeFirstOrThrow();
    const rows = Array.from(
      { length: 20 },
      (_, ago) =>
        [
          ["load", 900 - 37 * ago],
          ["refused:site", 12],
        ] as const,
    ).flatMap((whats, ago) =>
      whats.map(([what, count]) => ({ key_id: keyId, day: DAY - ago, what, count })),
    );
    await db
      .insertInto("usage_day")
      .values(rows.filter(({ count }) => count > 0))
      .execute();
  });
  for (const lang of ["en", "ko"]) {
    await page.goto(`${service.url}/account/?lang=${lang}`);
    const usage = page.locator("section[aria-labelledby=usage]");
    await usage.locator("summary").click();
    const days = usage.locator("tbody tr");
    expect(await days.count()).toBe(20);
    expect(await days.last().innerText()).toMatch(/900\s+12$/);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }
});
