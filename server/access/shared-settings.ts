import { createHash } from "node:crypto";
import type { Transaction } from "kysely";
import type { Config } from "../config/config.ts";
import type { SettingName } from "../config/settings.ts";
import { StartError } from "../runtime/start-error.ts";
import type { Store } from "../store/store.ts";
import type { Schema } from "../store/tables.ts";
import { isAnyRunning } from "./running-servers.ts";

type Digests = Partial<Record<SettingName, string>>;

/**
 * Notes the settings that all servers of a database must share, within the transaction in which a server
 * joins them. While no other server runs, it may bring other settings.
 *
 * @param vaultId tells the key of one vault from that of another.
 * @throws StartError when another server runs with others.
 */
export async function claimSettings(
  within: Transaction<Schema>,
  { tellsTime }: Pick<Store, "tellsTime">,
  config: Config,
  vaultId: string,
  nowMs: number,
): Promise<void> {
  const own = { ...digestsOf(config), "key-encryption-key": vaultId };
  const row = await within
    .selectFrom("meta")
    .select("value")
    .where("name", "=", "shared_settings")
    .executeTakeFirst();
  const noted: Record<string, string> = row === undefined ? {} : JSON.parse(row.value);
  const differing = Object.entries(own).filter(
    ([name, digest]) => noted[name] !== undefined && noted[name] !== digest,
  );
  if (differing.length > 0 && (await isAnyRunning({ db: within, tellsTime }, nowMs))) {
    const names = differing.map(([name]) => name).join(", ");
    throw new StartError(
      `Another server runs on this database with other settings: ${names}. Give every server the same. To change one, stop all servers, then start them with the new value; a server that was killed counts as running for half a minute.`,
    );
  }
  const value = JSON.stringify({ ...noted, ...own });
  await within
    .insertInto("meta")
    .values({ name: "shared_settings", value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

/** Digests, since some of the settings are secrets. The keys of rounds and headers have notes of their own. */
function digestsOf({ portal, ...config }: Config): Digests {
  const shared: Partial<Record<SettingName, unknown>> = {
    TIME_ZONE: config.timeZone,
    ENTROPY: config.entropy,
    // Servers without accounts sell nothing.
    ...(portal.on && {
      TRON_ADDRESSES: portal.addresses.toSorted(),
      USDT_CONTRACT: portal.contract,
    }),
  };
  return Object.fromEntries(
    Object.entries(shared).map(([name, value]) => [
      name,
      createHash("sha256")
        .update(JSON.stringify([name, value]))
        .digest("hex")
        .slice(0, 16),
    ]),
  );
}
