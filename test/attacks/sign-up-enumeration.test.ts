// Attack: a stranger wants to know who has an account, registers somebody's address with a new password, and then signs
// in with it. Effect: "not confirmed yet" revealed that the address had been free, "wrong password" that it has an
// account. Defence: sign-in returns the same response, after the same time, to a wrong password, an unknown address and
// an unconfirmed one.
import { expect, test } from "vitest";
import { engines, settingsFor } from "../support/engines.ts";
import { startListening } from "../support/listening-service.ts";
import { startMailServer } from "../support/mail-server.ts";
import { OTHER_SECRET_HEX } from "../support/service.ts";
import { tempStore } from "../support/temp-store.ts";
import { newVisitor, PASSWORD } from "../support/visitor.ts";

const REGISTER = "/account/register/";
const SIGN_IN = "/account/sign-in/";
const [ANN, BEN] = ["ann@operator.example", "ben@operator.example"];
const OUR_FORM = { "sec-fetch-site": "same-origin" };

test.each(engines)(
  "sign-up and sign-in do not reveal whether an address has an account on $name",
  async (engine) => {
    const { env } = await startMailServer();
    const place = await engine.place();
    const service = await startListening({
      env: { ...env, SIGNING_KEY: OTHER_SECRET_HEX, ...settingsFor(place) },
    });
    const { store } = await tempStore(place);
    // Ann has an account, and Ben has not confirmed his.
    for (const email of [ANN, BEN]) {
      await newVisitor(service).post(REGISTER, { email, password: PASSWORD }, OUR_FORM);
    }
    await store.db
      .updateTable("account_user")
      .set({ email_verified: 1 })
      .where("email", "=", ANN)
      .execute();
    const stories = [];
    for (const email of [ANN, BEN, "eve@operator.example"]) {
      const eve = newVisitor(service);
      const story = [];
      for (const [path, password] of [
        [REGISTER, "eve's own password"],
        [SIGN_IN, "eve's own password"],
        [SIGN_IN, "another password"],
      ] as const) {
        const response = await eve.post(path, { email, password }, OUR_FORM);
        const names = [...response.headers].map(([name, value]) => `${name} ${value.length}`);
        const page = await eve.see("sign-in", response.headers.get("location") ?? "");
        story.push([response.status, names.toSorted(), page.shell.notice]);
      }
      stories.push(story);
    }
    expect(stories[0]?.map(([status, , notice]) => [status, notice])).toEqual([
      [303, { code: "registered_mail" }],
      [303, { code: "wrong_or_unconfirmed" }],
      [303, { code: "wrong_or_unconfirmed" }],
    ]);
    // Addresses of equal length produce cookies of equal length.
    expect(stories[1]).toEqual(stories[0]);
    expect(stories[2]).toEqual(stories[0]);
  },
);
