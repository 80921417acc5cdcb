import type { Recipient } from "./endpoint-states.ts";

const MAX_PARALLEL = 300;
/** Maximum parallel calls to endpoints whose last call failed, so that the others always have slots. */
const MAX_PARALLEL_FAILING = Math.floor((MAX_PARALLEL * 2) / 3);

/**
 * Calls endpoints in parallel, longest wait first, and each one until nothing is due.
 *
 * @param isDue whether an endpoint can be called now, and has a pending webhook.
 * @param call calls it once. Must not reject.
 */
export function createCallQueue(
  isDue: (recipient: Recipient) => boolean,
  call: (recipient: Recipient) => Promise<void>,
) {
  const waiting = new Set<Recipient>();
  const underWay = new Map<Recipient, Promise<void>>();

  function offer(recipient: Recipient): void {
    if (!recipient.isBusy && isDue(recipient)) {
      recipient.isBusy = true;
      waiting.add(recipient);
      startSome();
    }
  }

  function startSome(): void {
    let failing = [...underWay.keys()].filter(({ progress }) => progress.tries > 0).length;
    for (const recipient of waiting) {
      const isFailing = recipient.progress.tries > 0;
      if (underWay.size >= MAX_PARALLEL) {
        return;
      }
      if (!isFailing || failing < MAX_PARALLEL_FAILING) {
        failing += isFailing ? 1 : 0;
        waiting.delete(recipient);
        underWay.set(recipient, serve(recipient));
      }
    }
  }

  async function serve(recipient: Recipient): Promise<void> {
    await call(recipient);
    recipient.isBusy = false;
    underWay.delete(recipient);
    offer(recipient);
    startSome();
  }

  /** Drops the waiting endpoints, and resolves when the running calls have ended. */
  async function clear(): Promise<void> {
    waiting.clear();
    await Promise.all(underWay.values());
  }

  return { offer, clear };
}
