import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { once } from "../../runtime/once.ts";
import { CHALLENGE_MS } from "./passkey-challenges.ts";
import type { RelyingParty } from "./relying-party.ts";

/** What browsers are asked with, and what they answer. Nothing here reads or writes the database. */

/** The id of a passkey, which has 1023 bytes at most, or of an account. */
const ID = /^[\w-]{1,1364}$/;
/** EdDSA, ES256 and RS256: what authenticators offer. */
const ALGORITHMS = [-8, -7, -257];

// It takes half a second and 30 MB, which only who uses passkeys should pay.
const library = once(() => import("@simplewebauthn/server"));

/** A passkey that a browser has made. */
export interface NewPasskey {
  readonly credentialId: string;
  /** COSE, in base64url. */
  readonly publicKey: string;
  readonly counter: number;
}

/** A passkey that signs, as it is kept. */
export interface KnownPasskey {
  readonly credentialId: string;
  readonly publicKey: string;
}

/** What a browser is asked with to make a passkey, which can be found without an address, for an account. */
export async function creationOptions(
  { id: rpID }: RelyingParty,
  owner: { readonly accountId: string; readonly email: string; readonly known: readonly string[] },
  challenge: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: "Tableside",
    rpID,
    userName: owner.email,
    userID: new TextEncoder().encode(owner.accountId),
    challenge: bytesOf(challenge),
    timeout: CHALLENGE_MS,
    attestationType: "none",
    excludeCredentials: owner.known.map((credentialId) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/**
 * What a browser is asked with for a passkey.
 *
 * @param known the ids of those to choose from. None to sign in, so that it tells nothing of any account.
 */
export async function requestOptions(
  { id: rpID }: RelyingParty,
  challenge: string,
  known: readonly string[] = [],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID,
    challenge: bytesOf(challenge),
    timeout: CHALLENGE_MS,
    userVerification: "required",
    ...(known.length > 0 && { allowCredentials: known.map((id) => ({ id })) }),
  });
}

/** The passkey that an answer holds; undefined if it is none that was made here for this challenge. */
export async function readNewPasskey(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  answer: string,
  expectedChallenge: string,
): Promise<NewPasskey | undefined> {
  const { verifyRegistrationResponse } = await library();
  const verified = await orUndefined(() =>
    verifyRegistrationResponse({
      // The library refuses what is none.
      response: JSON.parse(answer) as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  const credential = verified?.registrationInfo?.credential;
  return credential === undefined || verified?.verified !== true || !ID.test(credential.id)
    ? undefined
    : {
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString("base64url"),
        counter: credential.counter,
      };
}

/** Which passkey an answer says it is of, and of which account; undefined if it says neither. */
export function claimIn(
  answer: string,
): { readonly credentialId: string; readonly accountId: string } | undefined {
  try {
    const { id, response } = JSON.parse(answer) as AuthenticationResponseJSON;
    const handle = response.userHandle;
    const accountId = Buffer.from(String(handle), "base64url").toString();
    // Neither is sent to the database unless it can be one.
    return isId(id) && isId(accountId) ? { credentialId: id, accountId } : undefined;
  } catch {
    return undefined;
  }
}

/** Which passkey an answer says it is of; undefined if it does not say. */
export function credentialIn(answer: string): string | undefined {
  try {
    const { id } = JSON.parse(answer) as AuthenticationResponseJSON;
    return isId(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

/** JSON may hold anything: a list of one id reads like it as text. */
function isId(value: unknown): value is string {
  return typeof value === "string" && ID.test(value);
}

/**
 * The counter of a passkey that has signed this challenge here, after it had checked who holds it;
 * undefined if it has not. Whoever calls compares the counter with the last one.
 */
export async function readSignature(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  answer: string,
  expectedChallenge: string,
  { credentialId, publicKey }: KnownPasskey,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library();
  const verified = await orUndefined(() =>
    verifyAuthenticationResponse({
      response: JSON.parse(answer) as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      credential: { id: credentialId, publicKey: bytesOf(publicKey), counter: 0 },
      requireUserVerification: true,
    }),
  );
  return verified?.verified === true ? verified.authenticationInfo.newCounter : undefined;
}

/** The library throws at whatever it does not accept. */
async function orUndefined<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64url, "base64url"));
}
