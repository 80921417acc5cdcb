import { expect, test } from "vitest";
import { postgres, settingsFor } from "../../support/engines.ts";
import { OTHER_SECRET_HEX, startService } from "../../support/service.ts";
import { newVisitor, signedInVisitor } from "../../support/visitor.ts";

test("an account is the same on every server of one database, form by form and page by page", async () => {
  const env = { ...settingsFor(await postgres.place()), SIGNING_KEY: OTHER_SECRET_HEX };
  const [first, second] = [await startService({ env }), await startService({ env })];
  const here = await signedInVisitor(first);
  const there = newVisitor(second);
  const carry = () => here.cookies.forEach((value, name) => there.cookies.set(name, value));
  carry();
  expect((await there.see("dashboard", "/account/")).shell.email).toBe("ann@operator.example");

  const { data } = await here.send("dashboard", "/account/key/trial/");
  await here.post("/account/key/reveal/", { key: data.trial?.id ?? "" });
  // The word from one server to the next page is another server's to read.
  carry();
  const shown = await there.see("dashboard", "/account/");
  expect(shown.data.trial?.keyText).toMatch(/^tbs_live_\w{36}$/);

  await there.post("/account/sign-out/");
  expect((await here.get("/account/")).headers.get("location")).toBe("/account/sign-in/");
});
