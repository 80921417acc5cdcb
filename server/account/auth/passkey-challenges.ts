import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * The challenges that passkeys sign. A signed cookie holds each, so that asking for one, which anybody
 * may, writes nothing; who has answered one is written when it is taken.
 */
export interface PasskeyChallenges {
  issue(use: ChallengeUse, nowMs: number): { readonly challenge: string; readonly cookie: string };
  /** The challenge in a cookie; undefined if it was issued for another use, or too long ago. */
  read(cookie: string, use: ChallengeUse, nowMs: number): string | undefined;
}

/** What a challenge is for: signing in, adding a passkey in this session, or an action that it confirms there. */
export type ChallengeUse =
  | "sign-in"
  | { readonly sessionId: string }
  | { readonly sessionId: string; readonly action: string };

/** How long a challenge can be answered. */
export const CHALLENGE_MS = 5 * 60_000;

/** @param key 32 bytes that only the servers of this service know. */
export function createPasskeyChallenges(key: Uint8Array): PasskeyChallenges {
  const sign = (use: ChallengeUse, body: string) =>
    createHmac("sha256", key)
      .update(JSON.stringify([use, body]))
      .digest();
  return {
    issue(use, nowMs) {
      const challenge = randomBytes(32).toString("base64url");
      const body = `${challenge}.${nowMs}`;
      return { challenge, cookie: `${body}.${sign(use, body).toString("base64url")}` };
    },
    read(cookie, use, nowMs) {
      const [challenge = "", at = "", signature = ""] = cookie.split(".");
      const given = Buffer.from(signature, "base64url");
      const wanted = sign(use, `${challenge}.${at}`);
      const isOurs = given.length === wanted.length && timingSafeEqual(given, wanted);
      // The clocks of two servers may differ, so that it seems to come from the future.
      return isOurs && Math.abs(nowMs - Number(at)) <= CHALLENGE_MS ? challenge : undefined;
    },
  };
}
