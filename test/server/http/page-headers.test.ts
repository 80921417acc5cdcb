import { describe, expect, test } from "vitest";
import { pageHeaders } from "../../../server/http/page-headers.ts";

const inlined = { styleHashes: ["'sha256-style'"], scriptHashes: ["'sha256-script'"] };

const policyOf = (fields: Readonly<Record<string, string>>) =>
  fields["content-security-policy"]?.split("; ") ?? [];

describe.each(["home", "verify", "docs", "account", "embed", "problem"] as const)(
  "a page of kind %s",
  (kind) => {
    const fields = pageHeaders(kind, inlined);

    test("a page loads only what its content security policy allows", () => {
      const policy = policyOf(fields);
      expect(policy[0]).toBe("default-src 'none'");
      expect(policy.find((each) => each.startsWith("style-src"))).toContain("'sha256-style'");
      expect(policy.join()).not.toContain("unsafe");
    });

    test("a page does not send its URL to another site", () => {
      expect(fields["x-content-type-options"]).toBe("nosniff");
      expect(fields["referrer-policy"]).toMatch(/^(no-referrer|same-origin)$/);
    });
  },
);
