import { describe, expect, test } from "vitest";
import { sharedService } from "../../support/service.ts";
import { signedInVisitor, subscribe } from "../../support/visitor.ts";

describe("an account form", () => {
  const service = sharedService();

  test.each<[string, Record<string, string>]>([
    ["from another origin", { origin: "https://evil.example" }],
    ["from a sandboxed frame", { origin: "null" }],
    ["without an origin", {}],
    ["from a sister site", { "sec-fetch-site": "same-site", origin: "http://tableside.test" }],
    ["from another site", { "sec-fetch-site": "cross-site", origin: "http://tableside.test" }],
  ])("an account form %s is refused", async (_, headers) => {
    const email = `${Math.random()}@operator.example`;
    const ann = await signedInVisitor(service(), email);
    await subscribe(service().dataDir, email);
    const response = await ann.post("/account/key/rotate/", { hours: "0" }, headers);
    expect(response.status).toBe(403);
    const { data } = await ann.see("dashboard", "/account/");
    expect(data.subscription?.keys).toHaveLength(1);
  });

  test.each([
    ["with a file", "multipart/form-data; boundary=x", 415, "--x--"],
    ["sent as JSON", "application/json", 415, "{}"],
    ["that never ends", "application/x-www-form-urlencoded", 413, `hash=${"a".repeat(30_000)}`],
  ])("an account form %s is refused, even from our own origin", async (_, type, status, body) => {
    const headers = { "content-type": type, origin: "http://tableside.test" };
    const response = await service().ask("/account/sign-in/", { method: "POST", headers, body });
    expect(response.status).toBe(status);
  });
});
