import type { Store } from "../../store/store.ts";

/** An account's move to another e-mail address. */
export interface AddressMove {
  readonly accountId: string;
  /** Epoch ms. */
  readonly at: number;
  /** The address that it left; null where it did so before such addresses were kept. */
  readonly left: string | null;
}

/** The moves of accounts to other addresses, the earliest first. */
export function selectMoves(db: Store["db"]) {
  return db
    .selectFrom("audit")
    .innerJoin("account_user", "account_user.id", "audit.account_id")
    .leftJoin("account_former_address", (join) =>
      join
        .onRef("account_former_address.user_id", "=", "audit.account_id")
        .onRef("account_former_address.left_at", "=", "audit.at"),
    )
    .select(["account_user.id as accountId", "audit.at", "account_former_address.email as left"])
    .where("audit.action", "in", ["address_changed", "address_moved"])
    .where("audit.acted_by", "is", null)
    .orderBy("audit.at");
}

/**
 * The address that an account had at a time, epoch ms; null where nobody knows it any more.
 *
 * @param moves its own, the earliest first.
 */
export function addressAt(
  present: string | null,
  moves: readonly AddressMove[],
  atMs: number,
): string | null {
  // Moving it was the last thing that was done to the old address.
  const next = moves.find(({ at }) => at >= atMs);
  return next === undefined ? present : next.left;
}
