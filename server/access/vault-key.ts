import { join } from "node:path";
import { errorCode } from "../runtime/error-code.ts";
import { StartError } from "../runtime/start-error.ts";
import { makeKeyFile, readKeyFile } from "../store/key-file.ts";
import { createVault } from "./vault.ts";
import type { Vault } from "./vault.ts";

/** Where the vault's key may come from. */
export interface VaultKeySource {
  /** The data folder. Its file `key-encryption-key` comes first, as after a move to PostgreSQL. */
  readonly dataDir: string;
  /**
   * The secret of the rounds, from which the vault's key is derived where several servers share a
   * database and therefore no data folder. Null: a file is made.
   */
  readonly secret: Uint8Array | null;
}

/** Opens the vault. */
export async function openVault(source: VaultKeySource): Promise<Vault> {
  return createVault(await readVaultKey(source));
}

/**
 * The key of the vault, 32 bytes. On the first start this creates it.
 *
 * @throws StartError when the key is malformed, or its file cannot be read or made.
 */
async function readVaultKey({ dataDir, secret }: VaultKeySource): Promise<Uint8Array> {
  const file = join(dataDir, "key-encryption-key");
  try {
    const derived = secret && createVault(secret).derive("key encryption");
    const key = (await readKeyFile(file)) ?? derived ?? (await makeKeyFile(file));
    if (key !== "malformed") {
      return key;
    }
  } catch (error) {
    throw new StartError(
      `The file ${file} cannot be read or made (${errorCode(error)}). It must be a file that the user the service runs as owns, on a disk that allows hard links.`,
      { cause: error },
    );
  }
  throw new StartError(
    `The file ${file} does not hold 64 hexadecimal digits. Put it back from a backup; without it no key can be shown again, though all go on working: then move it away to start with a new one.`,
  );
}
