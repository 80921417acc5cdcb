/** What a relay says of a beacon: the same signature, another, or nothing. */
export type RelayWord = "same" | "other" | "silent";

/** Asks a relay for a beacon and compares. Whether a beacon is genuine is not for a relay to say. */
export async function askRelay(
  relay: string,
  chainHash: string,
  drandRound: number,
  beacon: string,
): Promise<RelayWord> {
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
