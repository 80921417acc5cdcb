import type { Answer, Network, Peer } from "./network.ts";

/*
 * Questions that come twice. Whoever asks over HTTP, or a proxy on the way, cannot tell an answer that was lost from a
 * question that was, and asks again.
 */

/** How long the copy of a question may be under way, ms: less than what was under way before a restore is waited for. */
const COPY_MS = 2_000;

/** Asks, and once more where the answer was lost after all was done. Gives the answer that came. */
export async function askAgainWhereLost(
  { repeats, chance }: Network,
  asking: () => Promise<Answer | null>,
): Promise<Answer | null> {
  const answer = await asking();
  return repeats > 0 && (answer === null || chance.happens(repeats)) ? asking() : answer;
}

/**
 * Somebody behind a proxy. It gives them a question twice at times: one after the other, and answers what was said to
 * the second; or the second later, when others have come in between.
 */
export function behindProxy(network: Network, answer: Peer): Peer {
  const { agenda, chance } = network;
  return (asked) => {
    const first = answer(asked);
    if (network.repeats === 0 || !chance.happens(network.repeats)) {
      return first;
    }
    if (chance.happens(0.5)) {
      return answer(asked);
    }
    const label = `${asked.url.hostname} is asked again`;
    agenda.after(chance.between(0, COPY_MS), label, () => void answer(asked), null);
    return first;
  };
}
