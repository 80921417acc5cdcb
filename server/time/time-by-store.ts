import { setTimeout as pause } from "node:timers/promises";
import type { Store } from "../store/store.ts";
import type { Clock } from "./clock.ts";
import { KEEP_MS, readToldUntil } from "./told-until.ts";
import { BEAT_MS, readHeartbeats } from "./witnesses/heartbeats.ts";
import type { Heartbeat } from "./witnesses/heartbeats.ts";
import { isGone } from "./witnesses/process-name.ts";

/** What a busy machine may be late by, in ms. */
const SLACK_MS = 1_000;
const STALE_MS = BEAT_MS + SLACK_MS;
const UNKEPT_MS = KEEP_MS + 10_000;

/**
 * The earliest that the time can be by this machine's clock, the database's, and what the servers on the
 * store say, epoch ms: for a command that tells what must not be told early. It takes three seconds if a
 * server seems to say that this machine's clock is fast, since it may be a server that runs no more.
 *
 * @throws StoreError when the store does not answer.
 */
export async function timeByStore(store: Store, wall: Clock): Promise<number> {
  const { databaseMs = Infinity, heartbeats } = await readHeartbeats(store);
  const nowMs = Math.min(wall(), Math.floor(databaseMs));
  const servers = heartbeats.filter(({ process }) => !isGone(process));
  const toldUntilMs = (await readToldUntil(store)) ?? Infinity;
  /** A server that believed this time would have kept a later one. */
  const isUnkept = nowMs - toldUntilMs > UNKEPT_MS;
  const isDoubted = isUnkept || servers.some(({ clockMs }) => nowMs - clockMs > STALE_MS);
  if (servers.length === 0 || !isDoubted) {
    return Math.min(nowMs, ...servers.map(({ clockMs }) => clockMs));
  }
  await pause(STALE_MS);
  const living = (await readHeartbeats(store)).heartbeats.filter((found) =>
    hasBeaten(servers, found),
  );
  return living.length === 0
    ? nowMs
    : Math.min(nowMs, ...(isUnkept ? [toldUntilMs] : []), ...living.map(({ clockMs }) => clockMs));
}

function hasBeaten(before: readonly Heartbeat[], { server, beat }: Heartbeat): boolean {
  return before.some((heartbeat) => heartbeat.server === server && heartbeat.beat !== beat);
}
