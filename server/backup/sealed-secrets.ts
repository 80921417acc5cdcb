import { readFile } from "node:fs/promises";
import { StartError } from "../runtime/start-error.ts";

/*
 * Secrets are encrypted in the format of age (https://age-encryption.org), which has programs for every machine: whoever
 * has only the file and the identity needs nothing of ours.
 */

/**
 * Encrypts secrets for whoever has the identity of one of the recipients (`age1…`).
 *
 * @throws StartError when one is no recipient.
 */
export async function sealSecrets(text: string, recipients: readonly string[]): Promise<string> {
  const { armor, Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch (error) {
      throw new StartError(
        `${recipient} is no public key of age: one begins with age1, and \`age-keygen\` prints it.`,
        { cause: error },
      );
    }
  }
  return armor.encode(await encrypter.encrypt(text));
}

/**
 * Decrypts secrets with the identities of a file, such as `age-keygen` makes.
 *
 * @throws StartError when they cannot be read or decrypted.
 */
export async function unsealSecrets(file: string, identityFile: string): Promise<string> {
  const { armor, Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  const lines = (await readText(identityFile)).split("\n").map((line) => line.trim());
  const identities = lines.filter((line) => line !== "" && !line.startsWith("#"));
  try {
    for (const identity of identities) {
      decrypter.addIdentity(identity);
    }
  } catch (error) {
    throw new StartError(
      `${identityFile} holds something else than the identities that \`age-keygen\` makes.`,
      { cause: error },
    );
  }
  try {
    return await decrypter.decrypt(armor.decode(await readText(file)), "text");
  } catch (error) {
    throw new StartError(
      `${file} cannot be decrypted with the identity in ${identityFile}: it was encrypted for another one, or is damaged.`,
      { cause: error },
    );
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new StartError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
