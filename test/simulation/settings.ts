import type { Entropy } from "../../src/round/derive.ts";
import { RECEIVER } from "../support/tron-answers.ts";
import { drandSettings } from "./relays.ts";
import { witnessSettings } from "./witness.ts";

export const SECRET = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
export const SIGNING_KEY = "5a".repeat(32);
export const VAULT_KEY = "7b".repeat(32);
export const DATABASE_URL = "postgres://db.simulated/tableside";

/** The settings of a world's servers, but for their folder. */
export function settingsOf({
  isOneMachine,
  entropy,
  relayNames,
  nodes,
}: {
  readonly isOneMachine: boolean;
  readonly entropy: Entropy;
  readonly relayNames: readonly string[];
  readonly nodes: number;
}): Readonly<Record<string, string>> {
  return {
    ...(entropy === "seed" ? {} : drandSettings(relayNames)),
    ...(isOneMachine ? {} : { DATABASE_URL }),
    ORACLE_SECRET: SECRET,
    SIGNING_KEY,
    KEY_ENCRYPTION_KEY: VAULT_KEY,
    WEBHOOKS_PRIVATE: "on",
    BASE_URL: "https://games.simulated",
    ...witnessSettings("witness.simulated"),
    DEMO: "off",
    SELL_SEED_MODE: "yes",
    TRON_ADDRESSES: RECEIVER,
    TRON_URL: Array.from({ length: nodes }, (_, index) => `http://node${index}.simulated`).join(
      ",",
    ),
    TRON_AGREE: String(nodes),
    PLANS: "Month:30:49",
  };
}
