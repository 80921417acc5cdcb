/** What a relay answers for a beacon: the same signature, another, or nothing. */
export type RelayAnswer = "same" | "other" | "silent";

/** Asks a relay for a beacon and compares. Its signature, not the relay, decides whether it is genuine. */
export async function compareBeacon(
  relay: string,
  chainHash: string,
  drandRound: number,
  beacon: string,
): Promise<RelayAnswer> {
  try {
    const answer = await fetch(`${relay.replace(/\/+$/, "")}/${chainHash}/public/${drandRound}`, {
      referrerPolicy: "no-referrer",
    });
    const { signature } = (await answer.json()) as { signature?: unknown };
    if (!answer.ok || typeof signature !== "string") {
      return "silent";
    }
    return signature === beacon ? "same" : "other";
  } catch {
    return "silent";
  }
}
