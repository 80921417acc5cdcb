/** Length of the noise buffer, in seconds. */
const NOISE_S = 3;

const cache = new WeakMap<BaseAudioContext, AudioBuffer>();

/** White noise from a fixed seed, created once for each context. */
export function whiteNoise(context: BaseAudioContext): AudioBuffer {
  const known = cache.get(context);
  if (known !== undefined) {
    return known;
  }
  const { sampleRate } = context;
  const noise = context.createBuffer(1, NOISE_S * sampleRate, sampleRate);
  const samples = noise.getChannelData(0);
  let seed = 1;
  for (let i = 0; i < samples.length; i += 1) {
    // The Park–Miller generator.
    seed = (seed * 48_271) % 2_147_483_647;
    samples[i] = (2 * seed) / 2_147_483_647 - 1;
  }
  cache.set(context, noise);
  return noise;
}
