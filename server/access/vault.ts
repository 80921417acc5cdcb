import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { join } from "node:path";
import { StartError } from "../runtime/start-error.ts";
import { createKeyFile, readKeyFile } from "../store/key-file.ts";
import { claimFact, readFact } from "../store/store.ts";
import type { Store } from "../store/store.ts";

/** Encrypts strings so that a stolen database does not reveal them. */
export type Vault = ReturnType<typeof createVault>;

const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Uses AES-256-GCM. `key` is 32 bytes and is never stored in the database. */
export function createVault(key: Uint8Array) {
  return {
    /** Encrypts a string, which only `open` for the same row can decrypt. */
    seal(rowId: string, text: string): string {
      // A random 96-bit vector allows billions of encryptions before two are likely to share one.
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(rowId));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      const parts = [Uint8Array.of(VERSION), iv, cipher.getAuthTag(), body];
      return Buffer.concat(parts).toString("base64url");
    },
    /** Decrypts a string; undefined if it was sealed for another row or with another key, or was changed. */
    open(rowId: string, sealed: string): string | undefined {
      const bytes = Buffer.from(sealed, "base64url");
      const bodyAt = 1 + IV_BYTES + TAG_BYTES;
      if (bytes[0] !== VERSION || bytes.length < bodyAt) {
        return undefined;
      }
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(1, 1 + IV_BYTES))
        .setAAD(Buffer.from(rowId))
        .setAuthTag(bytes.subarray(1 + IV_BYTES, bodyAt));
      try {
        const text = decipher.update(bytes.subarray(bodyAt), undefined, "utf8");
        return text + decipher.final("utf8");
      } catch {
        return undefined;
      }
    },
    /** Derives 32 bytes for another purpose, such as signing. They reveal nothing about the key. */
    derive: (purpose: string) =>
      new Uint8Array(hkdfSync("sha256", key, "", `tableside ${purpose}`, 32)),
  };
}

/** The value by which a database recognises its key, in hexadecimal digits. It reveals nothing about the key. */
export function vaultIdentity(key: Uint8Array): string {
  return Buffer.from(createVault(key).derive("identity")).toString("hex");
}

export interface VaultKeySource {
  /** The data folder. Its `key-encryption-key` file takes precedence, for example after a move to PostgreSQL. */
  readonly dataDir: string;
  /**
   * The rounds' secret, from which the vault's key is derived when several servers share a database and therefore have
   * no data folder; null if the key is stored in a file.
   */
  readonly secret: Uint8Array | null;
}

/**
 * Creates the vault's key on first use.
 *
 * @throws StartError if the key is not the one that encrypted the stored data, or if its file is malformed or cannot be
 * read or created.
 */
export async function openVault(store: Store, { dataDir, secret }: VaultKeySource): Promise<Vault> {
  const file = join(dataDir, "key-encryption-key");
  // Reading first avoids a write at most starts, so that a full disk does not keep the vault closed.
  const knownIdentity = await readFact(store, "key_encryption_key");
  const derivedKey = secret && createVault(secret).derive("key encryption");
  const fileKey = await readKeyFile(file);
  const key = fileKey ?? derivedKey ?? (knownIdentity ? null : await createKeyFile(file));
  const vault = key && createVault(key);
  const identity = key && vaultIdentity(key);
  const expectedIdentity =
    knownIdentity ?? (identity && (await claimFact(store, "key_encryption_key", identity)));
  if (knownIdentity === undefined) {
    // Replacing a stolen key must end all sessions. Customer sessions already depend on the key; owner sessions do not.
    await store.db.deleteFrom("owner_session").execute();
  }
  if (vault === null || identity !== expectedIdentity) {
    const isMissing = fileKey === undefined;
    const copied = isMissing ? "" : "; if that server has no such file, move yours elsewhere";
    throw new StartError(
      `The key-encryption key, which encrypted customers' keys and sign-in codes, ${isMissing ? "is missing" : "is not the right one"}. Restore the file ${file} from a backup (in the daily backup: ….key-encryption-key)${secret === null ? "" : `, or copy it from a running server${copied}`}. If the key is lost permanently, see the Secrets page in the docs.`,
    );
  }
  return vault;
}
