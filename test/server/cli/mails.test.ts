import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openVault } from "../../../server/access/vault-key.ts";
import { createOutbox } from "../../../server/account/mail/outbox.ts";
import { mailsCommand } from "../../../server/cli/mails.ts";
import { serialized } from "../../../server/store/serialized.ts";
import { callCommand } from "../../support/command.ts";
import { serviceFolder } from "../../support/made-service.ts";
import { startMailServer } from "../../support/mail-server.ts";
import { tempStore } from "../../support/temp-store.ts";

const ANN = "ann@operator.example";
const SMTP = { MAIL_FROM: "games@house.example", BASE_URL: "https://games.example.com" };

/** A service with its command, and the outbox of its server. */
async function open() {
  const dataDir = await serviceFolder();
  const { store } = await tempStore({ file: join(dataDir, "tableside.sqlite") });
  const outbox = createOutbox(store, await openVault({ dataDir, given: null, secret: null }));
  async function write(to: string, nowMs: number) {
    const mail = { to, lang: "en", subject: "Your key", text: "secret" };
    await serialized(store, (within) => outbox.put(within, { kind: "reminder", mail }, nowMs));
    const taken = await outbox.take(nowMs);
    if (taken === undefined) {
      throw new Error("Nothing is due.");
    }
    return taken;
  }
  const mails = (args: string[], env: Record<string, string> = {}) =>
    callCommand(mailsCommand, args, { DATA_DIR: dataDir, ...env });
  return { outbox, write, mails };
}

describe("mails on the command line", () => {
  test("say whether they wait, were sent or given up, and why, for all or for one address", async () => {
    const { outbox, write, mails } = await open();
    expect((await mails(["list"])).stdout).toBe("There were no mails.\n");
    const nowMs = Date.now() - 60_000;
    const sent = await write(ANN, nowMs);
    await outbox.sent(sent, nowMs + 1);
    const waits = await write("ben@operator.example", nowMs + 2);
    await outbox.failed(waits, "EENVELOPE 550", nowMs + 2);
    const lost = await write("cat@operator.example", nowMs + 3);
    await outbox.failed({ ...lost, mail: undefined }, "It was kept under another key.", nowMs + 3);

    const all = JSON.parse((await mails(["list", "--json"])).stdout) as unknown[];
    expect(all).toMatchObject([
      { state: "given up", nextMs: null, fault: "It was kept under another key." },
      { state: "waiting", tries: 1, fault: "EENVELOPE 550" },
      { state: "sent", nextMs: nowMs + 1, fault: null },
    ]);
    const { stdout } = await mails(["list", ANN.toUpperCase()]);
    expect(stdout.trim().split("\n")).toHaveLength(2);
    expect(stdout).toMatch(/ reminder +sent +1 /);
    const csv = (await mails(["list", "--csv"])).stdout;
    expect(csv).toMatch(/^"written","kind","state","tries",.*\r\n/);
    expect(csv).toMatch(/"reminder","sent","1"/);
    expect((await mails(["list", "--csv", "--json"])).code).toBe(2);
    // Neither who reads them nor what they say.
    expect(JSON.stringify(all)).not.toMatch(/operator|secret/);
  });

  test("a test reaches the mail server, or says what that answered", async () => {
    const { mails } = await open();
    const taking = await startMailServer();
    const reached = await mails(["test", ANN], { ...SMTP, SMTP_URL: taking.url });
    expect(reached).toMatchObject({ code: 0, stderr: "" });
    expect(taking.said.join("\n")).toContain(`RCPT TO:<${ANN}>`);
    const refusing = await startMailServer({ refuses: "550 nobody here" });
    expect(await mails(["test", ANN], { ...SMTP, SMTP_URL: refusing.url })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("EENVELOPE 550"),
    });
    expect((await mails(["test", ANN])).stdout).toContain("outbox.txt");
  });

  test.each([[[]], [["send"]], [["test"]], [["test", "nobody"]], [["list", ANN, ANN]]])(
    "%j is refused with what there is",
    async (args) => {
      const { mails } = await open();
      const refused = await mails(args);
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("Usage:")]);
    },
  );
});
