import { writeFile } from "node:fs/promises";
import { generateX25519Identity, identityToRecipient } from "age-encryption";

/** Makes a key pair of age, and writes the identity into a file as `age-keygen` does. Gives the public key. */
export async function writeIdentity(file: string): Promise<string> {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const text = `# created: 2026-11-01T00:00:00Z\n# public key: ${recipient}\n${identity}\n`;
  await writeFile(file, text, { mode: 0o600 });
  return recipient;
}
