import { describe, expect, test } from "vitest";
import { queueNews } from "../../../server/account/mail/news.ts";
import { createOutbox } from "../../../server/account/mail/outbox.ts";
import { audit } from "../../../server/store/audit.ts";
import type { AuditAction } from "../../../server/store/audit.ts";
import { engines } from "../../support/engines.ts";
import { anAccount, takeEmails, vault } from "../../support/payments.ts";
import { tempStore } from "../../support/temp-store.ts";

const NOW_MS = Date.UTC(2026, 6, 1);

describe.each(engines)("on $name", (engine) => {
  /** An account, its events, and the emails its owner gets. */
  async function account() {
    const { store } = await tempStore(await engine.place());
    await anAccount(store, "ann");
    const withheld: string[] = [];
    const outbox = createOutbox(store, vault, (kind) => void withheld.push(kind));
    const deps = { store, outbox, baseUrl: "https://games.example.com", timeZone: "Asia/Seoul" };
    const happens = (action: AuditAction, detail = {}, atMs = NOW_MS) =>
      audit(store.db, "ann", action, atMs, detail);
    /** The emails that several servers write at once. */
    async function mailed(nowMs = NOW_MS, servers = 1) {
      await Promise.all(Array.from({ length: servers }, () => queueNews(deps, nowMs)));
      return takeEmails(outbox, nowMs);
    }
    return { store, withheld, happens, mailed };
  }

  test.each<[string, AuditAction, Record<string, string>, string, string]>([
    [
      "an emptied list of sites",
      "origins_changed",
      { origins: "" },
      "Any site can embed them now",
      "/account/#sites",
    ],
    [
      "a sign-in from a different browser",
      "signed_in_elsewhere",
      { address: "203.0.113.7", browser: "Firefox 141, Windows" },
      "from 203.0.113.7, Firefox 141, Windows.",
      "/account/security/",
    ],
  ])("an email reports %s", async (_, action, detail, says, page) => {
    const { happens, mailed } = await account();
    await happens(action, detail);
    const [mail] = await mailed();
    expect(`${mail?.subject}\n${mail?.text}`).toContain(says);
    expect(mail?.text).toContain("Jul 1, 2026, 09:00 GMT+9");
    expect(mail?.text.trim().split("\n").at(-1)).toBe(`https://games.example.com${page}`);
    expect(mail?.to).toBe("ann@operator.example");
  });

  test("three servers send only one email about an event", async () => {
    const { happens, mailed } = await account();
    await happens("password_changed");
    await happens("origins_changed", { origins: "" });
    expect(await mailed(NOW_MS, 3)).toHaveLength(2);
    expect(await mailed(NOW_MS, 3)).toEqual([]);
  });

  // A thief could bury the email about a changed password under a hundred emails about sites.
  test("a mailbox gets at most twenty notification emails a day", async () => {
    const { happens, mailed, withheld } = await account();
    await happens("password_changed");
    for (let second = 1; second <= 20; second++) {
      await happens("origins_changed", { origins: "" }, NOW_MS + second);
    }
    const emails = await mailed(NOW_MS + 60_000);
    expect(emails).toHaveLength(20);
    expect(emails.map(({ subject }) => subject)).toContain("Tableside: Your password was changed");
    expect(withheld).toEqual(["news"]);
  });
});
