import { openVault } from "../access/vault-key.ts";
import type { Vault } from "../access/vault.ts";
import { readConfig } from "../config/config.ts";
import { isSecretOf } from "../fairness/secret.ts";
import { StartError } from "../runtime/start-error.ts";
import type { Store } from "../store/store.ts";
import type { Environment } from "./command.ts";

/**
 * The vault of the service with this store. Its key is found where the service finds it; with
 * DATABASE_URL no folder of this machine is read.
 *
 * @throws StartError when the settings are not valid, or not those of the service.
 */
export async function serviceVault(store: Store, env: Environment): Promise<Vault> {
  const { dataDir, databaseUrl, oracleSecret, portal } = readConfig(env);
  const given = portal.keyEncryptionKey;
  if (databaseUrl === null) {
    return openVault({ dataDir, given, secret: null });
  }
  const secret = Uint8Array.from(Buffer.from(oracleSecret ?? "", "hex"));
  if (!(await isSecretOf(store, secret))) {
    throw new StartError(
      "ORACLE_SECRET is not the one this database was made with. Give the command the server's own settings.",
    );
  }
  return openVault({ dataDir, given, secret });
}
