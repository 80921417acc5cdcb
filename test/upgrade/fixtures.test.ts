import { describe, expect, test } from "vitest";
import about from "../../package.json" with { type: "json" };
import { openStore } from "../../server/store/open-store.ts";
import { placeIn } from "../support/engines.ts";
import { copyOf, isKept, keep, KINDS, layOut, newPlace, versions } from "./fixtures.ts";
import { live } from "./life.ts";
import { askAll } from "./questions.ts";
import { rowsOf } from "./rows.ts";

/** Set to make the data of a version that has none. */
const isMaking = process.env["UPGRADE_FIXTURE"] === "make";

test("the data of this version is kept; UPGRADE_FIXTURE=make makes it, once", async () => {
  const { version } = about;
  if (isMaking && !isKept(version)) {
    for (const kind of KINDS) {
      const env = await newPlace(kind);
      const lived = await live(env, placeIn(env));
      const answers = await askAll(await copyOf(kind, env), lived);
      await keep(version, kind, env, { lived, answers });
    }
  }
  expect(isKept(version)).toBe(true);
});

describe.each(await versions())("data of version %s", (version) => {
  describe.each(KINDS)("on %s", (kind) => {
    test("loses no row when its tables are brought up to date", async () => {
      const { env } = await layOut(version, kind);
      const before = await rowsOf(placeIn(env));
      await (await openStore(placeIn(env))).close();
      const after = await rowsOf(placeIn(env));
      expect(before["api_key"]).toHaveLength(6);
      expect(after).toMatchObject(before);
    });

    test("gets every answer that it got from its own version", async () => {
      const { env, lived, answers } = await layOut(version, kind);
      const { fixed, growing } = await askAll(env, lived);
      expect(fixed).toEqual(answers.fixed);
      expect(growing).toMatchObject([...answers.growing]);
    });
  });
});
