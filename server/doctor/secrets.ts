import { join } from "node:path";
import { publicKeyOf } from "../../src/fairness/header.ts";
import { dateOfDay } from "../../src/fairness/utc-day.ts";
import { createVault } from "../access/vault.ts";
import type { Vault } from "../access/vault.ts";
import type { Config } from "../config/config.ts";
import { laterSecretFile } from "../fairness/day-secrets.ts";
import { ed25519 } from "../fairness/node-crypto.ts";
import { fingerprintOf, hasBegun, readFingerprint, unknownSecret } from "../fairness/secret.ts";
import { readPublicKey } from "../fairness/signing-key.ts";
import { readKeyFile } from "../store/key-file.ts";
import type { Store } from "../store/store.ts";
import type { Say } from "./finding.ts";

/** The secrets that were found, and are those of the store. */
export interface FoundSecrets {
  /** The secret (32 bytes) of a UTC day. */
  of(day: number): Uint8Array;
  /** The public half of the key that signs. */
  readonly publicKey: string;
}

const ROUNDS = "With another one every past result would change, so a start is refused.";
const PUT_BACK = "Put the earlier one back from a backup.";

/**
 * Holds the secrets against what the database knows of them. Unlike a start it makes none, and notes none.
 *
 * @returns undefined when one is missing or another one.
 */
export async function lookAtSecrets(
  say: Say,
  { store, config, folder }: { store: Store; config: Config; folder: string },
): Promise<FoundSecrets | undefined> {
  const fingerprint = await readFingerprint(store);
  const expectedKey = await readPublicKey(store);
  const isAlone = config.databaseUrl === null;

  async function find(
    name: string,
    setting: string,
    given: string | null,
  ): Promise<Uint8Array | undefined> {
    if (given !== null) {
      return Uint8Array.from(Buffer.from(given, "hex"));
    }
    const found = isAlone ? await readKeyFile(join(folder, name)) : undefined;
    if (found === undefined || found === "malformed") {
      const what = found === undefined ? "is not there" : "does not hold 64 hexadecimal digits";
      say("fault", `${isAlone ? `The file ${join(folder, name)}` : setting} ${what}. ${PUT_BACK}`);
      return undefined;
    }
    return found;
  }

  const secret = await find("secret", "ORACLE_SECRET", config.oracleSecret);
  const signingKey = await find("signing-key", "SIGNING_KEY", config.signingKey);
  const publicKey = signingKey && publicKeyOf(signingKey, ed25519);
  const isSecret = secret !== undefined && fingerprintOf(secret) === fingerprint;
  if (secret !== undefined && fingerprint === undefined) {
    if (config.oracleSecret === null && !(await hasBegun(store))) {
      throw unknownSecret(join(folder, "secret"));
    }
    say("warning", "The database knows of no secret yet: the first start notes it.");
  } else if (secret !== undefined && !isSecret) {
    say(
      "fault",
      `The secret is not the one that this database was made with. ${ROUNDS} ${PUT_BACK}`,
    );
  }
  const isSigning = publicKey !== undefined && publicKey === expectedKey;
  if (publicKey !== undefined && expectedKey !== undefined && !isSigning) {
    say(
      "fault",
      `The signing key is not the one that signed before, so a start is refused. ${PUT_BACK}`,
    );
  }

  const later = new Map(config.laterSecrets.map(({ fromDay, secret: of }) => [fromDay, of]));
  const eras = await store.db.selectFrom("secret_era").selectAll().orderBy("from_day").execute();
  let areLater = true;
  for (const { from_day: fromDay, fingerprint: ofEra } of eras) {
    const name = laterSecretFile(fromDay);
    const found =
      later.get(fromDay) ?? (isAlone ? await readKeyFile(join(folder, name)) : undefined);
    if (found instanceof Uint8Array && fingerprintOf(found) === ofEra) {
      later.set(fromDay, found);
    } else {
      areLater = false;
      say(
        "fault",
        `The secret that counts from ${dateOfDay(fromDay)} is not there, or another one. ${ROUNDS} Put it back: ${name} in the data folder, or LATER_SECRETS.`,
      );
    }
  }

  if (secret === undefined || publicKey === undefined || !isSecret || !isSigning || !areLater) {
    return undefined;
  }
  say(
    "ok",
    `The secret${eras.length === 0 ? "" : `, ${eras.length} later ones`} and the signing key are those of this database (fingerprint ${fingerprintOf(secret)}).`,
  );
  await lookAtVault(say, store, await vaultOf({ config, folder, secret }));
  const days = [...later].toSorted(([a], [b]) => a - b);
  return {
    publicKey,
    of: (day) => days.findLast(([fromDay]) => fromDay <= day)?.[1] ?? secret,
  };
}

async function vaultOf({
  config,
  folder,
  secret,
}: {
  config: Config;
  folder: string;
  secret: Uint8Array;
}): Promise<Vault | "absent" | "malformed"> {
  const given = config.portal.keyEncryptionKey;
  if (given !== null) {
    return createVault(Uint8Array.from(Buffer.from(given, "hex")));
  }
  if (config.databaseUrl !== null) {
    return createVault(createVault(secret).derive("key encryption"));
  }
  const key = await readKeyFile(join(folder, "key-encryption-key"));
  return key === undefined ? "absent" : key === "malformed" ? key : createVault(key);
}

/** Tries the key-encryption key on the last key that it encrypted. */
async function lookAtVault(
  say: Say,
  store: Store,
  vault: Vault | "absent" | "malformed",
): Promise<void> {
  const row = await store.db
    .selectFrom("api_key")
    .select(["id", "sealed"])
    .where("sealed", "is not", null)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const lost =
    "Put the earlier one back from a backup. Without it all keys go on working, but none can be shown again, and owners sign in anew.";
  if (vault === "malformed") {
    say("fault", `The file key-encryption-key does not hold 64 hexadecimal digits. ${lost}`);
  } else if (row?.sealed) {
    if (vault === "absent") {
      say("fault", `The file key-encryption-key is not there. ${lost}`);
    } else if (vault.open(row.id, row.sealed) === undefined) {
      say("fault", `The key-encryption key does not open the copy of the key ${row.id}. ${lost}`);
    } else {
      say("ok", "The key-encryption key opens the copies of keys.");
    }
  }
}
