import { describe, expect, test } from "vitest";
import { startListening } from "../../support/listening-service.ts";

const HTTP_ORIGIN = /"http:\/\/127\.0\.0\.1:\d+["/]/;
const HTTPS_ORIGIN = /"https:\/\/127\.0\.0\.1:\d+["/]/;

describe.each(["/", "/verify/", "/replay/baccarat/7", "/docs/embed/"])(
  "the page %s, asked for through a proxy that ends TLS",
  (path) => {
    async function pageBehind(env: Record<string, string>): Promise<string> {
      const { url } = await startListening({ env });
      const answer = await fetch(url + path, { headers: { "x-forwarded-proto": "https" } });
      return `${await answer.text()}${answer.headers.get("content-security-policy")}`;
    }

    test("names its https origin, and no http one, where TRUST_PROXY names the proxy", async () => {
      const page = await pageBehind({ TRUST_PROXY: "loopback" });
      expect(page).toMatch(HTTPS_ORIGIN);
      expect(page).not.toContain("http:");
    });

    test("names the origin of the request where nothing names the proxy", async () => {
      const page = await pageBehind({});
      expect(page).toMatch(HTTP_ORIGIN);
      expect(page).not.toContain("https:");
    });

    test("names BASE_URL where it is set", async () => {
      const page = await pageBehind({ TRUST_PROXY: "loopback", BASE_URL: "https://a.example" });
      expect(page).toMatch(/"https:\/\/a\.example["/]/);
      expect(page).not.toContain("127.0.0.1");
    });
  },
);
