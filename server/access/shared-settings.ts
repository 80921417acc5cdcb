import type { Config } from "../config/config.ts";
import type { SettingName } from "../config/settings.ts";
import type { Job } from "../runtime/jobs.ts";
import { StartError } from "../runtime/start-error.ts";
import { takeLease } from "../store/lease.ts";
import type { Store } from "../store/store.ts";

/** How long a server with different settings must wait after the last server has stopped. */
const LEASE_MS = 15_000;
const RENEW_MS = 5_000;

/**
 * Prevents servers with different settings from sharing the database.
 *
 * @param now the service's clock, epoch ms.
 * @returns the job that renews the claim on the settings.
 * @throws StartError if a running server has different settings.
 */
export async function shareSettings(
  store: Store,
  { portal, ...config }: Config,
  now: () => number,
): Promise<Job> {
  /**
   * The shared settings by the lease that guards them. All servers share these leases; the holder's name is the
   * settings themselves, none of which is a secret.
   */
  const shared: Readonly<Record<string, Settings>> = {
    settings: { TIME_ZONE: config.timeZone, ENTROPY: config.entropy },
    // Servers without accounts sell nothing, so they have no sales settings.
    ...(portal.on && {
      "settings of sales": {
        TRON_ADDRESSES: portal.addresses.toSorted(),
        USDT_CONTRACT: portal.contract,
      },
    }),
  };

  async function hold(): Promise<void> {
    for (const [name, settings] of Object.entries(shared)) {
      const nowMs = now();
      const times = { nowMs, endsAtMs: nowMs + LEASE_MS };
      if (!(await takeLease(store, name, JSON.stringify(settings), times))) {
        throw await refusal(store, name, settings);
      }
    }
  }

  await hold();
  return { name: "shared settings", everyMs: RENEW_MS, work: hold };
}

type Settings = Partial<Record<SettingName, unknown>>;

async function refusal({ db }: Store, name: string, own: Settings): Promise<StartError> {
  const row = await db
    .selectFrom("lease")
    .select("holder")
    .where("name", "=", name)
    .executeTakeFirst();
  const theirs = JSON.parse(row?.holder ?? "{}") as Settings;
  const differences = Object.entries(own)
    .map(([setting, value]) => [setting, textOf(value), textOf(theirs[setting as SettingName])])
    .filter(([, here, there]) => here !== there)
    .map(([setting, here, there]) => `${setting} (${there} there, ${here} here)`);
  return new StartError(
    `Another server is running on this database with different settings: ${differences.join(", ")}. Give every server the same settings. To change one, stop all servers, wait ${LEASE_MS / 1_000} seconds, and start them with the new value.`,
  );
}

const textOf = (value: unknown) =>
  ["", undefined].includes(value as string) ? "unset" : String(value);
