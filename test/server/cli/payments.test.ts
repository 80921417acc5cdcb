import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { decideClaim } from "../../../server/payment/credit.ts";
import { openVault } from "../../../server/access/open-vault.ts";
import { runScript } from "../../support/command.ts";
import { aClaim, anInvoice, aReceipt, hashOf } from "../../support/payments.ts";
import { tempFolder, tempStore } from "../../support/temp-store.ts";
import { RECEIVER } from "../../support/tron-node.ts";

describe("payments on the command line", () => {
  test("are listed where they fit no invoice, and credited when a person says so", async () => {
    const dataDir = await tempFolder();
    const { store } = await tempStore({ file: join(dataDir, "tableside.sqlite") });
    const vault = await openVault({ dataDir, given: null, secret: null });
    const nowMs = Date.now();
    const invoice = await anInvoice(store, "ann", nowMs);
    const claim = await aClaim(store, invoice, hashOf(1), nowMs);
    const transfers = [{ to: RECEIVER, amount: 48_000_000 }];
    await decideClaim(store, vault, claim, aReceipt(hashOf(1), nowMs, transfers), nowMs);

    const payments = (...args: string[]) =>
      runScript("server/cli/payments.ts", args, { DATA_DIR: dataDir });
    const list = JSON.parse((await payments("list", "--json")).stdout) as unknown[];
    expect(list).toMatchObject([
      { id: claim.id, reason: "amount_mismatch", paid: "48.00", email: "ann@operator.example" },
    ]);
    expect((await payments("list")).stdout).toContain(claim.id);
    expect(await payments("assign", claim.id, "--days", "29")).toEqual({
      code: 0,
      stdout: `Credited ${claim.id}.\n`,
      stderr: "",
    });
    expect((await payments("assign", claim.id)).code).toBe(1);
    expect((await payments("dismiss", claim.id)).stderr).toContain("There is no payment");
    expect((await payments("assign", claim.id, "--days", "0")).code).toBe(2);
    expect(await store.db.selectFrom("payment").select(["days", "credited_by"]).execute()).toEqual([
      { days: 29, credited_by: "person" },
    ]);
  });

  test("are dismissed where they are to be paid back", async () => {
    const dataDir = await tempFolder();
    const payments = (...args: string[]) =>
      runScript("server/cli/payments.ts", args, { DATA_DIR: dataDir });
    expect((await payments("dismiss", "clm_nobody")).code).toBe(1);
    expect(await payments("list")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("ID"),
    });
    expect((await payments()).code).toBe(2);
  });
});
