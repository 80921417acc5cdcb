import { expect, test } from "vitest";
import { addPlan } from "../../../server/owner/plan-actions.ts";
import { serialized } from "../../../server/store/serialized.ts";
import { violations } from "../../support/axe.ts";
import { eventually } from "../../support/eventually.ts";
import { withStoreOf } from "../../support/service.ts";
import {
  choosePlan,
  LIST_READ_MS,
  openShop,
  sideways,
  signIn,
  transferOf,
  visitor,
} from "../../support/shop.ts";

const NOW_MS = Date.UTC(2026, 6, 1, 12);

test("an underpayment counts towards the plan, and an overpayment goes to the balance", async () => {
  const { service, node } = await openShop(NOW_MS);
  const page = await visitor({ viewport: { width: 390, height: 844 } });
  await signIn(page, service.url);
  const day = { name: "1 day", days: 1, price: 3_000_000, reason: "try it" };
  await withStoreOf(service.dataDir, (store) =>
    serialized(store, (within) => addPlan(within, day, NOW_MS)),
  );
  const arrive = (byte: string, amount: number) => {
    node.arrive(byte.repeat(32), service.now(), [transferOf(amount)]);
    service.setNow(service.now() + LIST_READ_MS);
  };
  const asked = await choosePlan(page, service.url);
  arrive("a1", asked - 1);
  await page.getByRole("button", { name: "Pay the rest" }).click();
  await page.getByText(`−${(asked - 1).toFixed(4)} USDT`).waitFor();
  expect(await sideways(page)).toBe(false);
  const rest = Number(await page.locator("#amount").innerText());
  arrive("b2", rest);
  await page.getByText("Paid. Your subscription is active.").waitFor();
  await page.getByRole("button", { name: "Print" }).waitFor();
  await page.emulateMedia({ media: "print" });
  expect(await page.locator("main section:visible h2").allInnerTexts()).toEqual(["Receipt"]);
  expect(await page.locator(".top > :visible").allInnerTexts()).toEqual(["Tableside"]);
  await page.emulateMedia({ media: null });

  arrive("c3", rest + 3.5);
  // No payment is expected now, so the service reads the list less often.
  service.setNow(service.now() + 5 * LIST_READ_MS);
  await eventually(async () => {
    await page.goto(`${service.url}/account/plans/`);
    return page.getByText(/^Your balance is 4\.\d+ USDT/).isVisible();
  });
  await page.getByRole("button", { name: "Pay for 1 day from your balance" }).click();
  await page.getByText("Paid from your balance.").waitFor();
  expect(await page.locator("[aria-labelledby=invoices] [data-state=paid]").count()).toBe(2);
  const changes = page.locator("[aria-labelledby=balance] li");
  expect(await changes.allInnerTexts()).toEqual([
    expect.stringMatching(/^Spent on a plan.*−3\.00 USDT/s),
    expect.stringMatching(/^Paid twice.*\+4\.\d+ USDT/s),
    expect.stringMatching(/^Spent on a plan.*−47\.\d+ USDT/s),
    expect.stringMatching(/^Less than asked.*\+47\.\d+ USDT/s),
  ]);
  expect([await violations(page), await sideways(page)]).toEqual([[], false]);
});
