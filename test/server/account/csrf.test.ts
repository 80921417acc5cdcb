import { describe, expect, test } from "vitest";
import { sharedService } from "../../support/service.ts";
import { signedInVisitor } from "../../support/visitor.ts";

describe("a form from another site", () => {
  const service = sharedService();

  test.each<[string, Record<string, string>]>([
    ["of another origin", { origin: "https://evil.example" }],
    ["of a sandboxed frame", { origin: "null" }],
    ["that says neither", {}],
    ["of a sister site", { "sec-fetch-site": "same-site", origin: "http://tableside.test" }],
    ["of another site", { "sec-fetch-site": "cross-site", origin: "http://tableside.test" }],
  ])("a foreign form is refused: %s", async (_, headers) => {
    const ann = await signedInVisitor(service(), `${Math.random()}@operator.example`);
    const response = await ann.post("/account/key/trial/", {}, headers);
    expect(response.status).toBe(403);
    expect((await ann.see("dashboard", "/account/")).data.trial).toBeNull();
  });

  test.each([
    ["of a file", "multipart/form-data; boundary=x", 415, "--x--"],
    ["of JSON", "application/json", 415, "{}"],
    ["without end", "application/x-www-form-urlencoded", 413, `hash=${"a".repeat(30_000)}`],
  ])("a form is not accepted as ours: one %s", async (_, type, status, body) => {
    const headers = { "content-type": type, origin: "http://tableside.test" };
    const response = await service().ask("/account/sign-in/", { method: "POST", headers, body });
    expect(response.status).toBe(status);
  });
});
