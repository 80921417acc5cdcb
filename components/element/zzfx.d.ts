/** zzfx has no types of its own; this is what we use of it. */
declare module "zzfx" {
  /** Plays a sound from up to twenty numbers: volume, randomness, frequency in Hz, attack in s, … */
  export function zzfx(...parameters: readonly (number | undefined)[]): AudioBufferSourceNode;
}
