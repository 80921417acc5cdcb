export { beaconSigner } from "../../server/sandbox/beacon-signer.ts";
export type { BeaconSigner } from "../../server/sandbox/beacon-signer.ts";
