import type { Rendered } from "./render-sound.ts";

const [WIDTH, HEIGHT, LEVELS] = [1_500, 420, 80] as const;
/** Samples of one column. */
const WINDOW = 1_024;
const [LOW_HZ, HIGH_HZ] = [40, 16_000] as const;
/** The quietest that is drawn, in dB below full. */
const FLOOR_DB = -100;

/** How strong a pitch is in a window of samples, in dB, by Goertzel's algorithm. */
function strengthDb(samples: Float32Array, hz: number, rate: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * hz) / rate);
  let [one, two] = [0, 0];
  for (let i = 0; i < samples.length; i += 1) {
    const hann = 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / samples.length);
    [one, two] = [(samples[i] ?? 0) * hann + turn * one - two, one];
  }
  const power = one ** 2 + two ** 2 - turn * one * two;
  return 10 * Math.log10(Math.max(1e-14, power / (samples.length / 4) ** 2));
}

/** Pitch over time, and beneath it the level of both channels, as the address of a picture. */
export function drawSpectrogram({ channels, rate, cues }: Rendered): string {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT + LEVELS];
  const context = canvas.getContext("2d");
  const [left = new Float32Array(), right = left] = channels;
  if (context === null) {
    return "";
  }
  context.fillRect(0, 0, WIDTH, HEIGHT + LEVELS);
  const ROWS = 140;
  for (let x = 0; x < WIDTH; x += 1) {
    const at = Math.floor((x / WIDTH) * (left.length - WINDOW));
    const window = left
      .slice(at, at + WINDOW)
      .map((sample, i) => (sample + (right[at + i] ?? 0)) / 2);
    for (let row = 0; row < ROWS; row += 1) {
      const hz = LOW_HZ * (HIGH_HZ / LOW_HZ) ** (row / ROWS);
      const share = Math.max(0, 1 - strengthDb(window, hz, rate) / FLOOR_DB);
      context.fillStyle = `hsl(${280 - 240 * share} 90% ${75 * share ** 1.5}%)`;
      context.fillRect(x, HEIGHT - ((row + 1) * HEIGHT) / ROWS, 1, HEIGHT / ROWS + 1);
    }
    const next = Math.floor(((x + 1) / WIDTH) * left.length);
    [left, right].forEach((channel, side) => {
      const peak = channel.slice(at, next).reduce((most, s) => Math.max(most, Math.abs(s)), 0);
      context.fillStyle = side === 0 ? "#7fd" : "#fc7";
      const middle = HEIGHT + LEVELS / 2;
      context.fillRect(
        x,
        side === 0 ? middle - (peak * LEVELS) / 2 : middle,
        1,
        (peak * LEVELS) / 2,
      );
    });
  }
  context.fillStyle = "#fff";
  context.font = "10px sans-serif";
  const lengthMs = (1_000 * left.length) / rate;
  cues
    .filter(({ sound }) => sound !== "creak")
    .forEach(({ sound, atMs }, i) => {
      context.fillText(sound, (atMs / lengthMs) * WIDTH, 12 + 11 * (i % 5));
    });
  for (let second = 0; second < lengthMs / 1_000; second += 5) {
    context.fillText(`${second} s`, (second / (lengthMs / 1_000)) * WIDTH, HEIGHT - 4);
  }
  return canvas.toDataURL("image/png");
}
