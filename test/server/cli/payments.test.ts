import { stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openVault } from "../../../server/access/vault-key.ts";
import type { Vault } from "../../../server/access/vault.ts";
import { paymentsCommand } from "../../../server/cli/payments.ts";
import { loadSecret } from "../../../server/fairness/secret.ts";
import type { Claim } from "../../../server/payment/claims.ts";
import type { Store } from "../../../server/store/store.ts";
import { callCommand } from "../../support/command.ts";
import { postgres, settingsFor } from "../../support/engines.ts";
import { serviceFolder } from "../../support/made-service.ts";
import { aClaim, anInvoice, aReceipt, decided, hashOf, vault } from "../../support/payments.ts";
import { OTHER_SECRET_HEX, SECRET_HEX } from "../../support/service.ts";
import { tempFolder, tempStore } from "../../support/temp-store.ts";
import { RECEIVER } from "../../support/tron-node.ts";

/** A payment of a USDT too little, which waits for a person. */
async function aShortPayment(store: Store, sealing: Vault, nowMs: number): Promise<Claim> {
  const invoice = await anInvoice(store, "ann", nowMs);
  const claim = await aClaim(store, invoice, hashOf(1), nowMs);
  const transfers = [{ to: RECEIVER, amount: 48_000_000 }];
  await decided(store, claim, aReceipt(hashOf(1), nowMs, transfers), nowMs, { sealing });
  return claim;
}

describe("payments on the command line", () => {
  test("are listed where they fit no invoice, and credited when a person says so", async () => {
    const dataDir = await serviceFolder();
    const { store } = await tempStore({ file: join(dataDir, "tableside.sqlite") });
    const source = { dataDir, given: null, secret: null };
    const claim = await aShortPayment(store, await openVault(source), Date.now());

    const payments = (...args: string[]) =>
      callCommand(paymentsCommand, args, { DATA_DIR: dataDir });
    const list = JSON.parse((await payments("list", "--json")).stdout) as unknown[];
    expect(list).toMatchObject([
      { id: claim.id, reason: "amount_mismatch", paid: "48.00", email: "ann@operator.example" },
    ]);
    expect((await payments("list")).stdout).toContain(claim.id);
    const csv = (await payments("list", "--csv")).stdout;
    expect(csv).toContain(`\r\n"${claim.id}","amount_mismatch",`);
    for (const wrong of [
      [],
      ["--days", "1e1"],
      ["--days", "0"],
      ["--days", "3", "--plan", "Month"],
    ]) {
      expect((await payments("assign", claim.id, ...wrong)).code).toBe(2);
    }
    expect(await payments("assign", claim.id, "--plan", "Decade")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("There is: Month, 30 days, 90 days, 365 days"),
    });
    expect(await payments("assign", claim.id, "--days", "29")).toEqual({
      code: 0,
      stdout: `Credited ${claim.id}. To take it back: unassign ${claim.id}\n`,
      stderr: "",
    });
    expect((await payments("assign", claim.id, "--days", "29")).code).toBe(1);
    expect((await payments("dismiss", claim.id)).stderr).toContain("There is no payment");
    expect((await payments("list")).stdout).toBe("Nothing waits for you.\n");
    expect(await store.db.selectFrom("payment").select(["days", "credited_by"]).execute()).toEqual([
      { days: 29, credited_by: "person" },
    ]);
  });

  test("that are not credited say which option to add", async () => {
    const dataDir = await serviceFolder();
    const { store } = await tempStore({ file: join(dataDir, "tableside.sqlite") });
    const nowMs = Date.now();
    const sealing = await openVault({ dataDir, given: null, secret: null });
    const claim = await aShortPayment(store, sealing, nowMs);
    const other = await anInvoice(store, "ben", nowMs);
    await aClaim(store, other, hashOf(1), nowMs);
    const assign = async (id: string, ...options: string[]) =>
      (await callCommand(paymentsCommand, ["assign", id, ...options], { DATA_DIR: dataDir }))
        .stderr;
    expect(await assign(claim.id, "--days", "29")).toMatch(
      /claimed by ben@operator\.example .* Then dismiss the other claims, or say --force\.\n$/,
    );
    expect(await assign(claim.id, "--plan", "Decade")).toMatch(/There is: .* Or say --days N\.\n$/);
    expect(await assign("clm_x", "--days", "29")).toBe(
      'There is no payment "clm_x" to decide. See the ids in the list of payments.\n',
    );
    expect(await assign(claim.id, "--days", "29", "--force")).toBe("");
  });

  test("are credited in PostgreSQL with a key that the servers can open, and no folder of this machine", async () => {
    const place = await postgres.place();
    const { store } = await tempStore(place);
    const dataDir = join(await tempFolder(), "none");
    const secret = await loadSecret({ dataDir, given: SECRET_HEX }, store);
    const claim = await aShortPayment(store, vault, Date.now());

    const settings = {
      ...settingsFor(place),
      DATA_DIR: dataDir,
      SIGNING_KEY: OTHER_SECRET_HEX,
      ORACLE_SECRET: OTHER_SECRET_HEX,
    };
    const assign = (env: Record<string, string>) =>
      callCommand(paymentsCommand, ["assign", claim.id, "--plan", "Month"], {
        ...settings,
        ...env,
      });
    expect(await assign({})).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("ORACLE_SECRET is not the one"),
    });
    expect(await assign({ ORACLE_SECRET: SECRET_HEX })).toMatchObject({ code: 0, stderr: "" });
    const { id, sealed } = await store.db
      .selectFrom("api_key")
      .select(["id", "sealed"])
      .executeTakeFirstOrThrow();
    const servers = await openVault({ dataDir: "/nowhere", given: null, secret });
    expect(servers.open(id, sealed ?? "")).toMatch(/^tbs_live_/);
    await expect(stat(dataDir)).rejects.toThrow("ENOENT");
  });

  test("that were too much are in a balance, from which what was paid back is taken", async () => {
    const dataDir = await serviceFolder();
    const { store } = await tempStore({ file: join(dataDir, "tableside.sqlite") });
    const payments = (...args: string[]) =>
      callCommand(paymentsCommand, args, { DATA_DIR: dataDir });
    expect((await payments("balances")).stdout).toBe("No account has a balance.\n");
    const nowMs = Date.now();
    const invoice = await anInvoice(store, "ann", nowMs);
    const claim = await aClaim(store, invoice, hashOf(1), nowMs);
    const transfers = [{ to: RECEIVER, amount: invoice.amount + 4_500_000 }];
    await decided(store, claim, aReceipt(hashOf(1), nowMs, transfers), nowMs);
    expect((await payments("balances")).stdout).toMatch(/ann@operator\.example +4\.50/);

    const back = ["refund", "ann@operator.example", "4.5"];
    expect((await payments(...back)).code).toBe(2);
    expect(await payments(...back, "--hash", "abc")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("no hash"),
    });
    expect(
      await payments("refund", "ann@operator.example", "5", "--hash", hashOf(2)),
    ).toMatchObject({ code: 1, stderr: expect.stringContaining("has a balance of 4.50 USDT") });
    expect(await payments(...back, "--hash", hashOf(2))).toEqual({
      code: 0,
      stdout: "Took 4.50 USDT from the balance of ann@operator.example.\n",
      stderr: "",
    });
    expect(JSON.parse((await payments("balances", "--json")).stdout)).toEqual([]);
    expect((await payments("balances", "--csv")).stdout).toBe(
      '"email","balance_usdt","account"\r\n',
    );
    expect((await payments("balances", "--csv", "--json")).code).toBe(2);
    expect((await payments("sum", "--csv")).stdout).toMatch(/^"what","usdt"\r\n"came in","\d/);
    expect(JSON.parse((await payments("sum", "--json")).stdout)).toMatchObject({
      balances: "0.00",
      refunded: "4.50",
    });
  });

  test("are dismissed where they are to be paid back", async () => {
    const dataDir = await serviceFolder();
    const payments = (...args: string[]) =>
      callCommand(paymentsCommand, args, { DATA_DIR: dataDir });
    expect((await payments("dismiss", "clm_nobody")).code).toBe(1);
    expect(await payments("list")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Nothing waits"),
    });
    expect((await payments()).code).toBe(2);
  });
});
