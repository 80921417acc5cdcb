import type { KeyMode } from "./key-text.ts";
import { LOCALHOST } from "./origins.ts";

/** A key that opens tables on any service in a frame on localhost, and in a sandbox in any frame. */
export const OPENING_TEST_KEY = "tbs_test_PublicTestKeyThatOpensATable001dRPdV";
/** A key whose subscription has ended, on any service. */
export const EXPIRED_TEST_KEY = "tbs_test_PublicTestKeyThatHasExpired0003xbDSG";

/** The id of both keys. No row has this id, so neither key has an account, usage or webhooks. */
export const TEST_KEY_ID = "test";

/**
 * A published test key's access; undefined for any other text. On a public site, such a key does not open tables,
 * because customers pay for that.
 */
export function checkTestKey(keyText: string, mode: KeyMode) {
  switch (keyText) {
    case OPENING_TEST_KEY: {
      const origins = mode === "test" ? [] : LOCALHOST;
      return { verdict: "ok", keyId: TEST_KEY_ID, origins } as const;
    }
    case EXPIRED_TEST_KEY:
      return { verdict: "expired", keyId: TEST_KEY_ID } as const;
    default:
      return undefined;
  }
}
