import type { Findings } from "../findings.ts";

/** What was promised of keys, and what servers made of them. Times are of the clock that counts, epoch ms. */
export interface KeyWatch {
  /** A key was shown to whom it was issued. */
  issued(keyText: string, endsAtMs: number, atMs: number): void;
  /** Whoever revoked it was told that it is done. */
  revoked(keyText: string, atMs: number): void;
  /** Its term is being made longer: whether it was, will be seen. */
  renewing(keyText: string): void;
  /** It may be revoked or not: whoever wanted it was told nothing. */
  uncertain(keyText: string): void;
  /** A page was asked for with a key. */
  tried(
    keyText: string,
    found: { server: string; status: number; calmSinceMs: number; sentMs: number },
  ): void;
  /** The store went back to how it was then: what came later never was. */
  forgetSince(ms: number): void;
  /** The text of a key that somebody may try; undefined before the first. */
  readonly texts: readonly string[];
}

interface Known {
  readonly issuedMs: number;
  readonly endsAtMs: number;
  isRenewed: boolean;
  revokedMs: number | null;
  isUncertain: boolean;
}

/** How soon every server that can do its work knows of a change, with some to spare. */
const KNOWN_WITHIN_MS = 2_500;

export function watchKeys({ broken }: Findings): KeyWatch {
  const known = new Map<string, Known>();
  return {
    get texts() {
      return [...known.keys()];
    },
    issued(keyText, endsAtMs, atMs) {
      if (!known.has(keyText)) {
        known.set(keyText, {
          issuedMs: atMs,
          endsAtMs,
          isRenewed: false,
          revokedMs: null,
          isUncertain: false,
        });
      }
    },
    revoked(keyText, atMs) {
      const key = known.get(keyText);
      if (key !== undefined) {
        key.revokedMs ??= atMs;
      }
    },
    renewing(keyText) {
      const key = known.get(keyText);
      if (key !== undefined) {
        key.isRenewed = true;
      }
    },
    uncertain(keyText) {
      const key = known.get(keyText);
      if (key !== undefined) {
        key.isUncertain = true;
      }
    },
    tried(keyText, { server, status, calmSinceMs, sentMs }) {
      const key = known.get(keyText);
      if (key === undefined) {
        return;
      }
      const name = `…${keyText.slice(-4)}`;
      const sinceMs = sentMs - Math.max(calmSinceMs, key.revokedMs ?? Infinity);
      if (status === 200 && sinceMs > KNOWN_WITHIN_MS) {
        broken(
          "a revoked key never opens",
          `${server} opened for ${name} ${Math.round(sinceMs)} ms after`,
        );
      }
      if (status === 200 && !key.isRenewed && sentMs > key.endsAtMs + KNOWN_WITHIN_MS) {
        broken("no key opens after its term", `${server} opened for ${name}`);
      }
      const isGood =
        key.revokedMs === null && !key.isUncertain && sentMs < key.endsAtMs - KNOWN_WITHIN_MS;
      if (
        status === 401 &&
        isGood &&
        sentMs - Math.max(calmSinceMs, key.issuedMs) > KNOWN_WITHIN_MS
      ) {
        broken("a key that was shown opens", `${server} refused ${name}`);
      }
    },
    forgetSince(ms) {
      for (const [keyText, key] of known) {
        if (key.issuedMs >= ms) {
          known.delete(keyText);
        } else if (key.revokedMs !== null && key.revokedMs >= ms) {
          key.revokedMs = null;
          key.isUncertain = true;
        }
      }
    },
  };
}
