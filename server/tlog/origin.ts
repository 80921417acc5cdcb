import { StartError } from "../runtime/start-error.ts";
import type { Store } from "../store/store.ts";

/** What the name of the log is made of. */
export interface OriginSource {
  /** LOG_ORIGIN; null: not set. */
  readonly given: string | null;
  /** Where the world reaches the service; null when it was not said. */
  readonly baseUrl: string | null;
  /** The key that signs headers, 64 hex digits. */
  readonly publicKey: string;
}

const NAME = "tlog_origin";

/**
 * The name of the house's log, chosen on the first start and kept for ever: witnesses and verifiers know
 * the log by it.
 *
 * @throws StartError when the settings ask for another name than the one that stands.
 */
export async function claimOrigin(store: Store, source: OriginSource): Promise<string> {
  const wanted = source.given ?? defaultOrigin(source);
  await store.db
    .insertInto("meta")
    .values({ name: NAME, value: wanted })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const value = (await storedOrigin(store)) as string;
  if (source.given !== null && source.given !== value) {
    throw new StartError(
      `LOG_ORIGIN is ${source.given}, and this service's log is ${value}. Witnesses and verifiers know it by that name, so it stays. Set LOG_ORIGIN to it, or leave it out.`,
    );
  }
  return value;
}

/** The name of the log, once it is chosen. */
export async function storedOrigin(store: Store): Promise<string | undefined> {
  const row = await store.db
    .selectFrom("meta")
    .select("value")
    .where("name", "=", NAME)
    .executeTakeFirst();
  return row?.value;
}

function defaultOrigin({ baseUrl, publicKey }: OriginSource): string {
  return baseUrl === null ? `tableside/${publicKey.slice(0, 16)}` : `${new URL(baseUrl).host}/log`;
}
