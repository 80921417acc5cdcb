/** Samples from -1 to 1, a list for each channel, as a WAV file of 16 bits. */
export function wavOf(channels: readonly (readonly number[])[], rate: number): Buffer {
  const count = channels[0]?.length ?? 0;
  const bytes = 2 * channels.length;
  const wav = Buffer.alloc(44 + count * bytes);
  wav.write("RIFF", 0);
  wav.writeUInt32LE(36 + count * bytes, 4);
  wav.write("WAVEfmt ", 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(channels.length, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * bytes, 28);
  wav.writeUInt16LE(bytes, 32);
  wav.writeUInt16LE(16, 34);
  wav.write("data", 36);
  wav.writeUInt32LE(count * bytes, 40);
  for (let i = 0; i < count; i += 1) {
    channels.forEach((channel, c) =>
      wav.writeInt16LE(
        Math.round(32_767 * Math.max(-1, Math.min(1, channel[i] ?? 0))),
        44 + i * bytes + 2 * c,
      ),
    );
  }
  return wav;
}
