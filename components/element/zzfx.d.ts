/** The synthesizer comes without types; this is the part of it that we use. */
declare module "zzfx" {
  /** Plays a sound out of up to twenty numbers: volume, randomness, frequency in Hz, attack in s, … */
  export function zzfx(...parameters: readonly (number | undefined)[]): AudioBufferSourceNode;
}
