import type { Vault } from "../../access/vault.ts";
import type { Store } from "../../store/store.ts";
import { credentialIn, readSignature, requestOptions } from "./passkey-answers.ts";
import { createPasskeyChallenges } from "./passkey-challenges.ts";
import { countOn, takeChallenge } from "./passkeys.ts";
import type { Asked } from "./passkeys.ts";
import type { RelyingParty } from "./relying-party.ts";
import { writeAs } from "./sessions.ts";
import type { SignedIn } from "./sessions.ts";

/**
 * Confirms by a passkey what else the password is asked for again. Its challenges are of a key of their own:
 * none that was made to sign in or to add a passkey confirms anything. Each belongs to one session and one
 * action, and confirms it once: nothing is remembered, unlike a password that was typed.
 */
export interface PasskeyConfirmations {
  /** Whether the account has a passkey to confirm with. */
  isPossible(accountId: string): Promise<boolean>;
  /** Asks a browser for a passkey of the account, for one action: the path that its form is sent to. */
  ask(who: SignedIn, action: string, nowMs: number): Promise<Asked>;
  /**
   * Whether a passkey of the account has signed for this action, in this session, a moment ago. Takes the
   * challenge, whichever server comes first.
   *
   * @throws SignedOutError when the session ended meanwhile.
   */
  take(
    who: SignedIn,
    action: string,
    answer: { readonly text: string; readonly cookie: string },
    nowMs: number,
  ): Promise<boolean>;
}

export function createPasskeyConfirmations(deps: {
  readonly store: Store;
  readonly vault: Vault;
  readonly party: RelyingParty;
}): PasskeyConfirmations {
  const { store, vault, party } = deps;
  const challenges = createPasskeyChallenges(vault.derive("passkey confirmations"));
  const useOf = ({ sessionId }: SignedIn, action: string) => ({ sessionId, action });
  const passkeysOf = (accountId: string) =>
    store.db.selectFrom("account_passkey").selectAll().where("user_id", "=", accountId);

  return {
    async isPossible(accountId) {
      return (await passkeysOf(accountId).limit(1).execute()).length > 0;
    },
    async ask(who, action, nowMs) {
      const { challenge, cookie } = challenges.issue(useOf(who, action), nowMs);
      const known = (await passkeysOf(who.accountId).execute()).map((row) => row.credential_id);
      return { options: await requestOptions(party, challenge, known), cookie };
    },
    async take(who, action, { text, cookie }, nowMs) {
      const challenge = challenges.read(cookie, useOf(who, action), nowMs);
      const credentialId = challenge === undefined ? undefined : credentialIn(text);
      if (challenge === undefined || credentialId === undefined) {
        return false;
      }
      // Browsers may leave out whose it is where they were told which to ask for, so the account decides.
      const row = await passkeysOf(who.accountId)
        .where("credential_id", "=", credentialId)
        .executeTakeFirst();
      const known = row && { credentialId: row.credential_id, publicKey: row.public_key };
      const counter = known && (await readSignature(party, text, challenge, known));
      if (row === undefined || counter === undefined) {
        return false;
      }
      return writeAs(
        store,
        who,
        async (transaction) =>
          (await takeChallenge(transaction, challenge, nowMs)) &&
          (await countOn(transaction, row.id, counter, nowMs)),
      );
    },
  };
}
