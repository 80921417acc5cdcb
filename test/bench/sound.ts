/*
 * What a table sounds like: `node test/bench/sound.ts [--slug baccarat] [--outcome 0] [--folder DIR]`.
 *
 * Renders a whole round of each game without loudspeakers and prints how loud it is: on the whole, at its
 * peak, and each sound alone. With a folder, leaves the rounds there as WAV files with a spectrogram of each.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "vite";
import type { Rolldown } from "vite";
import { slugs } from "../../src/games/index.ts";
import { launchChromium } from "../support/chromium.ts";
import type * as Sound from "./support/render-sound.ts";
import type { drawSpectrogram } from "./support/spectrogram.ts";
import { wavOf } from "./support/wav.ts";

declare global {
  interface Window {
    sound: typeof Sound & { drawSpectrogram: typeof drawSpectrogram };
  }
}

const { values } = parseArgs({
  options: {
    slug: { type: "string" },
    outcome: { type: "string", default: "0" },
    folder: { type: "string" },
  },
});

const pathOf = (name: string) =>
  JSON.stringify(fileURLToPath(new URL(`support/${name}.ts`, import.meta.url)));

/** What renders, as one script. */
async function script(): Promise<string> {
  const entry = "virtual:sound";
  const code = `import * as sound from ${pathOf("render-sound")};
import { drawSpectrogram } from ${pathOf("spectrogram")};
window.sound = { ...sound, drawSpectrogram };`;
  const built = await build({
    configFile: false,
    logLevel: "warn",
    plugins: [
      {
        name: "sound",
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? code : null),
      },
    ],
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: "es", codeSplitting: false } },
    },
  });
  return (built as Rolldown.RolldownOutput).output[0].code;
}

const browser = await launchChromium();
try {
  const page = await browser.newPage();
  await page.addScriptTag({ content: await script(), type: "module" });
  await page.waitForFunction(() => "sound" in window);
  const alone = await page.evaluate(async () => {
    const { sound } = window;
    const figures: Record<string, string> = {};
    for (const name of sound.SOUNDS) {
      const one = await sound.renderCue(name);
      figures[name] =
        `peak ${sound.peakDb(one).toFixed(1)} dB, mean of 0.3 s ${sound.meanDb(one, 500, 800).toFixed(1)} dB, largest step ${sound.largestStep(one, 480).toFixed(3)}`;
    }
    const lasting = {
      room: {},
      rolling: { rolling: 1, pace: 1 },
      crowd: { crowd: 1 },
      tension: { tension: 0.5 },
    };
    for (const [name, level] of Object.entries(lasting)) {
      const one = await sound.renderLasting(level);
      figures[name] =
        `peak ${sound.peakDb(one, 1_000).toFixed(1)} dB, mean ${sound.meanDb(one, 1_000).toFixed(1)} dB`;
    }
    return figures;
  });
  console.table(alone);
  for (const slug of slugs.filter((known) => known === (values.slug ?? known))) {
    const round = await page.evaluate(
      async ([name, outcome]) => {
        const { sound } = window;
        const whole = await sound.renderRound(name, outcome);
        return {
          peakDb: sound.peakDb(whole),
          meanDb: sound.meanDb(whole),
          largestStep: sound.largestStep(whole),
          cues: whole.cues.length,
          rate: whole.rate,
          channels: whole.channels.map((channel) => [...channel]),
          picture: sound.drawSpectrogram(whole),
        };
      },
      [slug, Number(values.outcome)] as const,
    );
    const { channels, picture, rate, ...figures } = round;
    console.log(slug, figures);
    if (values.folder !== undefined) {
      await mkdir(values.folder, { recursive: true });
      await writeFile(join(values.folder, `${slug}.wav`), wavOf(channels, rate));
      await writeFile(
        join(values.folder, `${slug}.png`),
        Buffer.from(picture.split(",")[1] ?? "", "base64"),
      );
    }
  }
} finally {
  await browser.close();
}
