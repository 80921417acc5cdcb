import { describe, expect, test } from "vitest";
import { createKnownDevices } from "../../../server/account/auth/known-devices.ts";

const devices = createKnownDevices(new Uint8Array(32).fill(7));
const ANN = "ann@operator.example";

test("a browser is known by its cookie for the address it signed in with, however that is spelled", () => {
  const cookie = devices.issue(ANN);
  const name = devices.nameIn(cookie);
  expect(name).toBeDefined();
  expect(devices.recognise(cookie, ANN)).toEqual({ name, isKnown: true });
  expect(devices.recognise(cookie, "Ann@Operator.example")).toEqual({ name, isKnown: true });
  expect(devices.recognise(cookie, "ben@operator.example")).toEqual({ name, isKnown: false });
  expect(devices.nameIn(devices.issue(ANN))).not.toBe(name);
});

// Each spelling would have had tries of its own.
test("a name has one spelling", () => {
  const cookie = devices.issue(ANN);
  expect(devices.nameIn(`${cookie.slice(0, 5)}!${cookie.slice(5)}`)).toBe(devices.nameIn(cookie));
});

test.each(["", "x", "AAECAwQFBgcICQoL", "A".repeat(32), `${"A".repeat(32)}.x`, "\0".repeat(40)])(
  "a cookie that this service has not issued names no browser: %j",
  (made) => {
    expect(devices.nameIn(made)).toBeUndefined();
    expect(devices.recognise(made, ANN)).toBeUndefined();
  },
);

describe("no browser is known", () => {
  const cookie = devices.issue(ANN);
  const [name = "", signature = ""] = cookie.split(".");

  test.each([
    ["without a cookie", "", ANN],
    ["by a name of its own choice", `x${name}.${signature}`, ANN],
    ["without a signature", name, ANN],
    ["by another service's key", createKnownDevices(new Uint8Array(32)).issue(ANN), ANN],
  ])("%s", (_, given, email) => {
    expect(devices.recognise(given, email)?.isKnown ?? false).toBe(false);
  });
});
