import { LOCALHOST } from "./demo-key.ts";
import type { KeyMode } from "./key-text.ts";

/** A key that opens a table on any service, framed by a page on localhost; in a sandbox, framed by any page. */
export const OPENING_TEST_KEY = "tbs_test_PublicTestKeyThatOpensATable001dRPdV";
/** A key whose subscription has ended, on any service. */
export const EXPIRED_TEST_KEY = "tbs_test_PublicTestKeyThatHasExpired0003xbDSG";

/** The id of both. No row has it, so neither has an account, usage or webhooks. */
export const TEST_KEY_ID = "test";

/**
 * What a published test key gives access to; undefined for any other text. It opens no table on a public site: that
 * is what keys are sold for.
 */
export function checkTestKey(keyText: string, mode: KeyMode) {
  switch (keyText) {
    case OPENING_TEST_KEY: {
      const origins = mode === "test" ? [] : LOCALHOST;
      return { verdict: "ok", keyId: TEST_KEY_ID, origins, demo: false } as const;
    }
    case EXPIRED_TEST_KEY:
      return { verdict: "expired", keyId: TEST_KEY_ID, endedAtMs: 0 } as const;
    default:
      return undefined;
  }
}
