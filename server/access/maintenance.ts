import { slugs } from "../../src/games/index.ts";
import type { Log } from "../runtime/log.ts";
import { recordAction } from "../store/audit.ts";
import { publishChange, serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import { InvalidInput } from "./invalid-input.ts";
import type { StoreChanges } from "./store-changes.ts";

export type Maintenance = ReturnType<typeof watchMaintenance>;

/**
 * Caches which games are in maintenance, from the start of `changes`, and logs every change. While the store does not
 * respond, the last known state applies.
 */
export function watchMaintenance(store: Store, changes: Pick<StoreChanges, "onChange">, log: Log) {
  let down: ReadonlySet<string> = new Set();
  changes.onChange(async () => {
    const rows = await store.db.selectFrom("maintenance").select("slug").execute();
    const found = rows.map(({ slug }) => slug).toSorted();
    if (found.join() !== [...down].join()) {
      log("maintenance", { games: found.join(" ") });
    }
    down = new Set(found);
  });
  return {
    /** Whether a game is in maintenance, from the cache, which notices changes within a second. */
    isDown: (slug: string) => down.has(slug),
  };
}

/**
 * Starts or ends maintenance for a game or for all games. A game that is already in maintenance keeps its `since`.
 *
 * @throws InvalidInput for an unknown game.
 */
export function setMaintenance(
  store: Store,
  wanted: string,
  on: boolean,
  nowMs: number,
): Promise<void> {
  const chosen = requireGames(wanted);
  return serialized(store, async (transaction) => {
    const changed = on
      ? await transaction
          .insertInto("maintenance")
          .values(chosen.map((slug) => ({ slug, since: nowMs })))
          .onConflict((conflict) => conflict.column("slug").doNothing())
          .returning("slug")
          .execute()
      : await transaction
          .deleteFrom("maintenance")
          .where("slug", "in", chosen)
          .returning("slug")
          .execute();
    if (changed.length > 0) {
      const action = on ? ("maintenance_on" as const) : ("maintenance_off" as const);
      const game = changed.map(({ slug }) => slug).join(" ");
      await recordAction(transaction, { action, accountId: null, detail: { game } }, nowMs);
      await publishChange(transaction);
    }
  });
}

/**
 * When maintenance began for a game, or for each game in order, epoch ms; undefined for a game that is up.
 *
 * @throws InvalidInput for an unknown game.
 */
export async function maintenanceStatus(
  store: Store,
  game: string,
): Promise<{ slug: string; sinceMs: number | undefined }[]> {
  const chosen = requireGames(game);
  const rows = await store.db.selectFrom("maintenance").selectAll().execute();
  return chosen.map((slug) => ({ slug, sinceMs: rows.find((row) => row.slug === slug)?.since }));
}

function requireGames(game: string): readonly string[] {
  if (game === "all") {
    return slugs;
  }
  if (!slugs.includes(game)) {
    throw new InvalidInput(
      `${JSON.stringify(game)} is not a game. Choose ${slugs.join(", ")} or all.`,
    );
  }
  return [game];
}
