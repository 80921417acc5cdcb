import { expect, test } from "vitest";
import { ownerCommand } from "../../../server/cli/owner.ts";
import { callCommand } from "../../support/command.ts";
import { engines, settingsFor, sqlite } from "../../support/engines.ts";
import type { Engine } from "../../support/engines.ts";
import { makeServiceAt } from "../../support/made-service.ts";
import { startMailServer } from "../../support/mail-server.ts";
import { anAccount } from "../../support/payments.ts";
import { SECRET_HEX } from "../../support/service.ts";
import { tempStore } from "../../support/temp-store.ts";

const NOW_MS = Date.UTC(2026, 6, 1, 9);
const ANN = "ann@operator.example";

async function open(engine: Engine, env: Readonly<Record<string, string>> = {}) {
  const place = await makeServiceAt(await engine.place());
  const settings = { ...settingsFor(place), ORACLE_SECRET: SECRET_HEX, ...env };
  const owner = (...args: string[]) => callCommand(ownerCommand, args, settings, () => NOW_MS);
  return { place, owner };
}

test.each(engines)(
  "the `owner` command adds, lists and removes owners on $name",
  async (engine) => {
    const { place, owner } = await open(engine, { OWNER_PORT: "3009" });
    const owners = async () => (await owner("list")).stdout;
    expect((await owner("add", ANN)).stderr).toContain("There is no account");
    const { store } = await tempStore(place);
    await anAccount(store, "ann");
    const at = new Date(NOW_MS).toISOString();
    const credential = { account_id: "ann", provider_id: "credential", password: "salt:hash" };
    await store.db
      .insertInto("account_credential")
      .values({ id: "cred", user_id: "ann", ...credential, created_at: at, updated_at: at })
      .execute();
    expect((await owner("add", ANN)).stderr).toContain("has no sign-in codes");
    const codes = { id: "two", user_id: "ann", secret: "", backup_codes: "", verified: 1 } as const;
    await store.db.insertInto("account_two_factor").values(codes).execute();
    expect((await owner("add", ANN)).stdout).toMatch(
      /through a tunnel to its port:\nhttp:\/\/localhost:3009\/owner\/enrol\/\?token=\w{32}\n$/,
    );
    expect(await owners()).toBe(`${ANN}  2026-07-01T09:00:00Z  link until 2026-07-02T09:00:00Z\n`);
    expect(await owner("remove", ANN)).toMatchObject({ code: 0, stderr: "" });
    expect(await owners()).toBe("There are no owners.\n");
    // Cause: the list of commands followed, and hid the message.
    expect(await owner("remove", ANN)).toEqual({
      code: 1,
      stdout: "",
      stderr: `"${ANN}" is not an owner. Nothing was changed.\n`,
    });
  },
);

test.each(["", "customers", "add", `remove ${ANN} ben@tableside.example`, `list ${ANN}`])(
  "the call `owner %s` is refused",
  async (line) => {
    const args = line.split(" ").filter(Boolean);
    const refused = await (await open(sqlite)).owner(...args);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("--help")]);
  },
);

test("the `owner test-mail` command reports whether the mail server accepts an email", async () => {
  const mail = (smtp: string) => ({
    SMTP_URL: smtp,
    MAIL_FROM: "tables@tableside.example",
    BASE_URL: "https://tableside.example",
  });
  const server = await startMailServer();
  const sent = await (await open(sqlite, mail(server.url))).owner("test-mail", ANN);
  expect([sent.code, sent.stdout]).toEqual([0, expect.stringContaining(`an email to ${ANN}`)]);
  expect(server.said).toContain(`RCPT TO:<${ANN}>`);
  const refusing = await startMailServer({ refuses: "550 no such mailbox" });
  const refused = await (await open(sqlite, mail(refusing.url))).owner("test-mail", ANN);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    "The mail server did not accept an email (EENVELOPE 550). Check SMTP_URL and MAIL_FROM.\n",
  ]);
  // Cause: the message blamed a server that was never reached.
  const dead = await (await open(sqlite, mail("smtp://127.0.0.1:1"))).owner("test-mail", ANN);
  expect(dead.stderr).toContain("The mail server cannot be reached (ECONNREFUSED)");
  const off = await (await open(sqlite)).owner("test-mail", ANN);
  expect([off.code, off.stderr]).toEqual([1, expect.stringContaining("Set SMTP_URL")]);
});
