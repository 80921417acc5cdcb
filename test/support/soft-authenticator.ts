import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";

/** What a test may have an authenticator, or the browser before it, do wrong. */
export interface Wrong {
  /** Where the browser says it is. */
  readonly origin?: string;
  /** The domain that the authenticator signs for. */
  readonly rpId?: string;
  readonly challenge?: string;
  /** What the browser says it did, such as `webauthn.create`. */
  readonly type?: string;
  /** Whether it checked who holds it. */
  readonly verifiesUser?: boolean;
  /** Whether somebody touched it. */
  readonly isTouched?: boolean;
  readonly counter?: number;
  /** Whose passkey it says it is; null: it does not say. */
  readonly userHandle?: string | null;
  readonly credentialId?: string;
  /** Signs with another key. */
  readonly key?: KeyObject;
}

/** A passkey in the tests' own authenticator, ES256. */
export interface SoftPasskey {
  readonly credentialId: string;
  /** How often it has signed; tests set it. */
  counter: number;
  /** What a browser sends after `navigator.credentials.create`. */
  created(options: { readonly challenge: string }, wrong?: Wrong): string;
  /** What a browser sends after `navigator.credentials.get`. */
  signed(options: { readonly challenge: string }, wrong?: Wrong): string;
}

/** A new key, of another authenticator. */
export function otherKey(): KeyObject {
  return generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
}

/**
 * Makes a passkey for an account at a service.
 *
 * @param counts whether it counts how often it signs; synced ones do not.
 */
export function softPasskey(origin: string, accountId: string, counts = true): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(32).toString("base64url");
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });

  function clientData(type: string, challenge: string, wrong: Wrong): Buffer {
    const data = { type, challenge, origin, crossOrigin: false };
    const { type: otherType = data.type, origin: otherOrigin = origin } = wrong;
    const said = { ...data, type: otherType, origin: otherOrigin };
    return Buffer.from(JSON.stringify({ ...said, challenge: wrong.challenge ?? said.challenge }));
  }

  function authData(wrong: Wrong, attested: Buffer = Buffer.alloc(0)): Buffer {
    const { rpId = new URL(origin).hostname, verifiesUser = true, isTouched = true } = wrong;
    const flags = (isTouched ? 0x01 : 0) | (verifiesUser ? 0x04 : 0) | (attested.length ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(wrong.counter ?? passkey.counter);
    return Buffer.concat([hash(rpId), Buffer.from([flags]), counter, attested]);
  }

  const passkey: SoftPasskey = {
    credentialId,
    counter: 0,
    created({ challenge }, wrong = {}) {
      const id = Buffer.from(wrong.credentialId ?? credentialId, "base64url");
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      // A COSE key: EC2, ES256, P-256, x and y.
      const cose = Buffer.concat([
        Buffer.from("a5010203262001215820", "hex"),
        Buffer.from(x, "base64url"),
        Buffer.from("225820", "hex"),
        Buffer.from(y, "base64url"),
      ]);
      const data = authData(wrong, Buffer.concat([Buffer.alloc(16), length, id, cose]));
      const size = Buffer.alloc(2);
      size.writeUInt16BE(data.length);
      // CBOR: { fmt: "none", attStmt: {}, authData }
      const attestation = Buffer.concat([
        Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746159", "hex"),
        size,
        data,
      ]);
      return answer(id.toString("base64url"), {
        clientDataJSON: clientData("webauthn.create", challenge, wrong).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      });
    },
    signed({ challenge }, wrong = {}) {
      passkey.counter += counts ? 1 : 0;
      const client = clientData("webauthn.get", challenge, wrong);
      const data = authData(wrong);
      const signature = sign(
        "sha256",
        Buffer.concat([data, hash(client)]),
        wrong.key ?? privateKey,
      );
      const handle = wrong.userHandle === undefined ? accountId : wrong.userHandle;
      return answer(wrong.credentialId ?? credentialId, {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: signature.toString("base64url"),
        ...(handle === null ? {} : { userHandle: Buffer.from(handle).toString("base64url") }),
      });
    },
  };
  return passkey;
}

function answer(id: string, response: object): string {
  return JSON.stringify({
    id,
    rawId: id,
    type: "public-key",
    response,
    clientExtensionResults: {},
    authenticatorAttachment: "platform",
  });
}

function hash(text: string | Buffer): Buffer {
  return createHash("sha256").update(text).digest();
}
