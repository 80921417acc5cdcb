import { once } from "node:events";
import { request } from "node:http";
import type { IncomingMessage } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { startListening } from "../../support/listening-service.ts";
import { ORIGIN, PASSWORD, signedInVisitor } from "../../support/visitor.ts";

const SIGN_IN = "/account/sign-in/";
const OWN = { email: "ann@operator.example", password: PASSWORD };

/** A service at which one address has no try left. Ann has signed in from there before. */
async function withSpentTries() {
  const env = { BASE_URL: ORIGIN, TRUST_PROXY: "loopback" };
  const service = await startListening({ env });
  const ann = await signedInVisitor(service);
  const device = `tableside.device=${ann.cookies.get("tableside.device")}`;

  /** Begins to send a form from that address; without fields it never ends. */
  async function post(
    fields: Record<string, string> | undefined,
    headers: Record<string, string> = {},
  ): Promise<IncomingMessage> {
    const sent = request(service.url + SIGN_IN, {
      method: "POST",
      headers: {
        origin: ORIGIN,
        "content-type": "application/x-www-form-urlencoded",
        "x-forwarded-for": "198.51.100.7",
        ...headers,
      },
    });
    if (fields === undefined) {
      onTestFinished(() => void sent.destroy());
      sent.flushHeaders();
    } else {
      sent.end(String(new URLSearchParams(fields)));
    }
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    return answer.resume();
  }

  for (let attempt = 0; attempt < 20; attempt++) {
    await post({ email: `guess${attempt}@operator.example`, password: "wrong password" });
  }
  return { service, post, device };
}

// To read a thousand forms a minute, only to refuse them, made answers to everybody else late.
describe("an address that has tried too often", () => {
  test.each([
    ["no cookie", ""],
    ["a made-up cookie of a known browser", `tableside.device=${"x".repeat(32)}.${"A".repeat(43)}`],
    ["a cookie that is none", "tableside.device"],
  ])("is refused before its form is read: %s", async (_, cookie) => {
    const { post, service } = await withSpentTries();
    const { statusCode, headers } = await post(undefined, { cookie });
    expect([statusCode, headers.location]).toEqual([303, SIGN_IN]);
    const flash = headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
    const page = await (await service.ask(SIGN_IN, { headers: { cookie: flash } })).json();
    expect(page).toMatchObject({ account: { shell: { notice: { code: "slow_down" } } } });
  });

  test("keeps nobody out whose browser is known, or who comes from elsewhere", async () => {
    const { post, device } = await withSpentTries();
    const known = await post(OWN, { cookie: device });
    const elsewhere = await post(OWN, { "x-forwarded-for": "198.51.100.8" });
    expect([known, elsewhere].map(({ headers }) => headers.location)).toEqual([
      "/account/",
      "/account/",
    ]);
  });

  test("is told what is wrong with a form that is not ours", async () => {
    const { post } = await withSpentTries();
    expect((await post(OWN, { origin: "https://evil.example" })).statusCode).toBe(403);
  });

  test("is counted among the requests", async () => {
    const { post, service } = await withSpentTries();
    const answers = async () =>
      /route="\/account\/\*\*",status="303"\} (\d+)/.exec(await service.metrics.text())?.[1];
    const before = Number(await answers());
    await post(undefined);
    expect(Number(await answers())).toBe(before + 1);
  });
});
