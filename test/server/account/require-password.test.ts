import { describe, expect, test } from "vitest";
import { auditOf, startService } from "../../support/service.ts";
import type { TestService } from "../../support/service.ts";
import { newVisitor, PASSWORD, signedInVisitor, subscribe } from "../../support/visitor.ts";
import type { Visitor } from "../../support/visitor.ts";

const FRESH = "tableside.fresh";

/** A visitor with a key, who typed the password so long ago that the browser has dropped the cookie. */
async function staleVisitor(service: TestService): Promise<{ ann: Visitor; key: string }> {
  const ann = await signedInVisitor(service);
  const { id: key } = await subscribe(service.dataDir);
  ann.cookies.delete(FRESH);
  return { ann, key };
}

describe("a password entered long ago", () => {
  test("showing a key requires the password again", async () => {
    const service = await startService();
    const { ann, key } = await staleVisitor(service);
    const fields = { key };
    const asked = await ann.send("confirm", "/account/key/reveal/", fields);
    expect(asked.data).toEqual({
      action: "/account/key/reveal/",
      fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
    });
    const revealed = (await auditOf(service)).filter(({ action }) => action === "key_revealed");
    expect(revealed).toEqual([]);
    const typed = { ...fields, "confirm-password": PASSWORD };
    const response = await ann.post("/account/key/reveal/", typed);
    expect(response.headers.get("location")).toBe("/account/#key");
    const shown = await ann.see("dashboard", "/account/");
    expect(shown.data.subscription?.keys[0]?.keyText).toMatch(/^tbs_live_\w{36}$/);
    // The repeated password counts for the next forms.
    const again = await ann.send("dashboard", "/account/key/reveal/", fields);
    expect(again.data.subscription?.keys[0]?.keyText).toMatch(/^tbs_live_\w{36}$/);
  });

  test.each<[string, string, Record<string, string>]>([
    ["replacing a key", "/account/key/rotate/", { hours: "1" }],
    ["changing sites", "/account/sites/", { origins: "https://a.example\r\nhttps://b.example" }],
    ["replacing a webhook secret", "/account/webhooks/rotate/", { endpoint: "end_1" }],
    ["moving an account", "/account/address/", { email: "ann@elsewhere.example" }],
    ["setting up a second factor", "/account/two-factor/", {}],
    ["confirming a second factor", "/account/two-factor/on/", { code: "123456" }],
    ["showing recovery codes", "/account/two-factor/codes/", { code: "123456" }],
    ["switching off a second factor", "/account/two-factor/off/", { code: "123456" }],
  ])("the password is required again before %s", async (_, path, fields) => {
    const service = await startService();
    const { ann } = await staleVisitor(service);
    const asked = await ann.send("confirm", path, fields);
    expect(asked.data).toEqual({
      action: path,
      fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
    });
    // Reloading the confirmation page leads back to the form.
    expect((await ann.get(path)).headers.get("location")).toMatch(
      /^\/account\/((security\/)?#|webhooks\/$)/,
    );
  });
});

test("the password-confirmation cookie does not work in another session", async () => {
  const service = await startService();
  const { ann, key } = await staleVisitor(service);
  const other = newVisitor(service);
  const credentials = { email: "ann@operator.example", password: PASSWORD };
  await other.send("dashboard", "/account/sign-in/", credentials);
  const fresh = other.cookies.get(FRESH) ?? "";
  const later = `${Date.now()}.${fresh.split(".")[1]}`;
  for (const cookie of [fresh, later, "", ".", "x.y"]) {
    ann.cookies.set(FRESH, cookie);
    const asked = await ann.send("confirm", "/account/key/reveal/", { key });
    expect(asked.data.action).toBe("/account/key/reveal/");
  }
});
