import { join } from "node:path";
import { errorCode } from "../runtime/error-code.ts";
import { StartError } from "../runtime/start-error.ts";
import { makeKeyFile, readKeyFile } from "../store/key-file.ts";
import { createVault } from "./vault.ts";
import type { Vault } from "./vault.ts";

const HEX = /^[0-9a-f]{64}$/i;

/** Where the key of the vault may come from. */
export interface VaultKeySource {
  /** The data folder, which keeps the file `key-encryption-key` if nothing else is said. */
  readonly dataDir: string;
  /** The key from the settings, 64 hex digits; it wins over the file. Null: none. */
  readonly given: string | null;
  /**
   * Where there is no data folder but a database for several servers: the secret of the rounds, which
   * all of them are given, and which a key of its own is derived from. Null: the file.
   */
  readonly secret: Uint8Array | null;
}

/**
 * Opens the vault, making its key on the first start.
 *
 * @throws StartError when the key is malformed, or its file cannot be read or made.
 */
export async function openVault({ dataDir, given, secret }: VaultKeySource): Promise<Vault> {
  if (given !== null) {
    if (!HEX.test(given)) {
      throw new StartError("KEY_ENCRYPTION_KEY must be 64 hexadecimal digits (32 bytes).");
    }
    return createVault(Uint8Array.from(Buffer.from(given, "hex")));
  }
  if (secret !== null) {
    return createVault(createVault(secret).derive("key encryption"));
  }
  const file = join(dataDir, "key-encryption-key");
  try {
    const key = (await readKeyFile(file)) ?? (await makeKeyFile(file));
    if (key !== "malformed") {
      return createVault(key);
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
