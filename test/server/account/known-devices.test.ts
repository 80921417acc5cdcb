import { describe, expect, test } from "vitest";
import { createKnownDevices } from "../../../server/account/auth/known-devices.ts";

const devices = createKnownDevices(new Uint8Array(32).fill(7));
const ANN = "ann@operator.example";

test("a browser is known by its cookie for the address it signed in with, however that is spelled", () => {
  const cookie = devices.issue(ANN);
  const name = devices.recognise(cookie, ANN);
  expect(name).toBeDefined();
  expect(devices.recognise(cookie, "Ann@Operator.example")).toBe(name);
  expect(devices.recognise(devices.issue(ANN), ANN)).not.toBe(name);
});

describe("no browser is known", () => {
  const cookie = devices.issue(ANN);
  const [name = "", signature = ""] = cookie.split(".");

  test.each([
    ["without a cookie", "", ANN],
    ["for another address", cookie, "ben@operator.example"],
    ["by a name of its own choice", `x${name}.${signature}`, ANN],
    ["without a signature", name, ANN],
    ["by another service's key", createKnownDevices(new Uint8Array(32)).issue(ANN), ANN],
  ])("%s", (_, given, email) => {
    expect(devices.recognise(given, email)).toBeUndefined();
  });
});
