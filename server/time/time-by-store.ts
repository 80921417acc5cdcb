import { setTimeout as pause } from "node:timers/promises";
import type { Store } from "../store/store.ts";
import type { Clock } from "./clock.ts";
import { SAVE_MS, readPublishedUntil } from "./published-until.ts";
import { BEAT_MS, readHeartbeats } from "./witnesses/heartbeats.ts";
import type { Heartbeat } from "./witnesses/heartbeats.ts";
import { hasExited } from "./witnesses/process-name.ts";

/** What a busy machine may be late by, in ms. */
const SLACK_MS = 1_000;
const STALE_MS = BEAT_MS + SLACK_MS;
const UNSAVED_MS = SAVE_MS + 10_000;

/**
 * The earliest time by this machine's clock, the database's and those of the servers on the store, epoch
 * ms: for a command that must not print anything early. It takes three seconds when a server seems to
 * say that this machine's clock is fast, because that server may have stopped.
 *
 * @throws StoreError when the store does not answer.
 */
export async function timeByStore(store: Store, wall: Clock): Promise<number> {
  const { databaseMs = Infinity, heartbeats } = await readHeartbeats(store);
  const nowMs = Math.min(wall(), Math.floor(databaseMs));
  const servers = heartbeats.filter(({ process }) => !hasExited(process));
  const publishedUntilMs = (await readPublishedUntil(store)) ?? Infinity;
  /** A server that trusted this time would have saved a later one. */
  const isUnsaved = nowMs - publishedUntilMs > UNSAVED_MS;
  const isDoubted = isUnsaved || servers.some(({ clockMs }) => nowMs - clockMs > STALE_MS);
  if (servers.length === 0 || !isDoubted) {
    return Math.min(nowMs, ...servers.map(({ clockMs }) => clockMs));
  }
  await pause(STALE_MS);
  const living = (await readHeartbeats(store)).heartbeats.filter((found) =>
    hasBeaten(servers, found),
  );
  return living.length === 0
    ? nowMs
    : Math.min(
        nowMs,
        ...(isUnsaved ? [publishedUntilMs] : []),
        ...living.map(({ clockMs }) => clockMs),
      );
}

function hasBeaten(before: readonly Heartbeat[], { server, beat }: Heartbeat): boolean {
  return before.some((heartbeat) => heartbeat.server === server && heartbeat.beat !== beat);
}
