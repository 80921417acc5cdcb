import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import sharp from "sharp";
import type { Sharp } from "sharp";
import { printInks } from "../../../src/look/print-inks.ts";
import { clamp01 } from "../easing.ts";
import { PACK } from "./card-set.ts";
import { backPrint, courtPrint } from "./prints.ts";
import { digestFor } from "./studio-set.ts";
import type { Picture, StudioSet } from "./studio-set.ts";

/*
 * Renders the studio's pictures: `npm run render -- <game>|pack [--samples 24 --size 480]`. It needs Blender, takes
 * some minutes per picture, and skips pictures whose sources have not changed. Commit only pictures that were rendered
 * without options.
 *
 * The room panoramas that light the pictures are CC0 (`@pmndrs/assets`).
 */

/** Width of a marble's stored light, in pixels. */
const MARBLE_PX = 224;
/** Width of a marble's rendering, in marble radii. */
const MARBLE_RADII = 2.08;

/**
 * Noise in the difference of two pictures: the radius of the blur that evens it out, and the rest to subtract, of 255.
 */
const NOISE = { px: 1.4, value: 6 } as const;

const HERE = import.meta.dirname;
const GAMES = join(HERE, "../../../src/games");
const run = promisify(execFile);

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { samples: { type: "string" }, size: { type: "string" }, only: { type: "string" } },
});
const [what = ""] = positionals;
const work = await mkdtemp(join(tmpdir(), "tableside-studio-"));

/**
 * Distance of a speck from the median of its neighbours, in levels of a channel, and the number of passes that remove
 * specks.
 */
const [SPECK, PASSES] = [18, 2] as const;

/** Removes a plate's specks, where only a few samples hit a light. */
async function removeSpecks(file: string): Promise<Buffer> {
  let picture = await sharp(file).removeAlpha().png().toBuffer();
  for (let pass = 0; pass < PASSES; pass += 1) {
    const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
    const median = await sharp(picture).median(3).raw().toBuffer();
    for (let at = 0; at < data.length; at += 3) {
      const off = [0, 1, 2].map((c) => Math.abs((data[at + c] ?? 0) - (median[at + c] ?? 0)));
      if (Math.max(...off) > SPECK) {
        median.copy(data, at, at, at + 3);
      }
    }
    const { width, height } = info;
    picture = await sharp(data, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer();
  }
  return picture;
}

/** Evens out the remaining noise: each pixel becomes the mean of its similar neighbours. */
async function denoise(file: string | Buffer): Promise<Sharp> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const out = Buffer.from(data);
  const [reach, likeness] = [2, 260] as const;
  const part = (at: number) => data[at] ?? 0;
  for (let y = reach; y < height - reach; y += 1) {
    for (let x = reach; x < width - reach; x += 1) {
      const at = (y * width + x) * channels;
      let [r, g, b, all] = [0, 0, 0, 0];
      for (let dy = -reach; dy <= reach; dy += 1) {
        for (let dx = -reach; dx <= reach; dx += 1) {
          const other = at + (dy * width + dx) * channels;
          const off =
            (part(other) - part(at)) ** 2 +
            (part(other + 1) - part(at + 1)) ** 2 +
            (part(other + 2) - part(at + 2)) ** 2;
          const weight = Math.exp(-off / likeness - (dx * dx + dy * dy) / 6);
          r += weight * part(other);
          g += weight * part(other + 1);
          b += weight * part(other + 2);
          all += weight;
        }
      }
      [out[at], out[at + 1], out[at + 2]] = [r / all, g / all, b / all];
    }
  }
  return sharp(out, { raw: { width, height, channels } });
}

const pngPath = ({ name }: Picture): string => join(work, `${name}.png`);

/** Renders a picture, unless it was already rendered for another picture. */
async function blender(picture: Picture): Promise<void> {
  const { script, size, samples } = picture;
  if (existsSync(pngPath(picture))) {
    return;
  }
  const args = [
    ...picture.arguments,
    picture.name,
    String(values.size ?? size),
    String(values.samples ?? samples),
  ];
  await run("blender", ["-b", "--python-exit-code", "1", "-P", join(HERE, script), "--", ...args], {
    env: { ...process.env, STUDIO_WORK: work },
    maxBuffer: 1 << 26,
  });
}

async function encode(picture: Picture, folder: string): Promise<void> {
  const plate = async (shot: Picture) => denoise(await removeSpecks(pngPath(shot)));
  let image = picture.cut ? await denoise(pngPath(picture)) : await plate(picture);
  if (picture.beyond !== undefined) {
    await blender(picture.beyond);
    const base = await (await plate(picture.beyond)).raw().toBuffer();
    const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const beyond = data.map((value, i) => Math.max(0, value - (base[i] ?? 0)));
    // Differences that are only noise are removed.
    image = sharp(Buffer.from(beyond), { raw: { width, height, channels } })
      .blur(NOISE.px)
      .linear(1, -NOISE.value);
  }
  if (picture.cut === "shade" || picture.cut === "gloss") {
    image = await marbleLight(image, picture.cut);
  }
  await image
    .clone()
    .avif({ quality: picture.quality, effort: 6 })
    .toFile(join(folder, `${picture.name}.avif`));
  for (const { name, size, quality } of picture.copies ?? []) {
    await image
      .clone()
      .resize(size)
      .avif({ quality, effort: 6 })
      .toFile(join(folder, `${name}.avif`));
  }
}

/** Extracts a white marble's shade, as black with alpha, or a black marble's gloss, as light on black. */
async function marbleLight(image: Sharp, kind: "shade" | "gloss"): Promise<Sharp> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const brightness = (at: number) =>
    ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3;
  let peak = 0;
  for (let at = 0; at < data.length; at += 4) {
    peak = Math.max(peak, (data[at + 3] ?? 0) > 250 ? brightness(at) : 0);
  }
  for (let at = 0; at < data.length; at += 4) {
    // Reflections at the very edge would form a pale rim.
    const off = Math.hypot(((at / 4) % width) - width / 2, Math.floor(at / 4 / width) - height / 2);
    const inside = clamp01(7.4 - (8 * off * MARBLE_RADII) / width);
    const alpha = ((data[at + 3] ?? 0) / 255) * (kind === "shade" ? 1 : inside);
    const [r, g, b] =
      kind === "shade" ? [0, 0, 0] : [0, 1, 2].map((c) => (data[at + c] ?? 0) * alpha);
    const dark = 255 * alpha * Math.min(1, 0.06 + 1.3 * Math.max(0, 1 - brightness(at) / peak));
    data.set([r ?? 0, g ?? 0, b ?? 0, kind === "shade" ? dark : 255], at);
  }
  // Marbles are drawn small, and finer detail would only flicker.
  return sharp(data, { raw: { width, height, channels: 4 } }).resize(MARBLE_PX);
}

/** Writes the panoramas and input files that the scripts load; an SVG is also written as a PNG. */
async function prepare(sources: StudioSet["sources"]): Promise<void> {
  for (const room of ["lobby", "warehouse"]) {
    const { default: url } = (await import(`@pmndrs/assets/hdri/${room}.exr.js`)) as {
      default: string;
    };
    await writeFile(join(work, `${room}.exr`), Buffer.from(url.split(",")[1] ?? "", "base64"));
  }
  for (const [name, text] of Object.entries(sources)) {
    await writeFile(join(work, name), text);
    if (name.endsWith(".svg")) {
      await sharp(Buffer.from(text))
        .png()
        .toFile(join(work, name.replace(/svg$/, "png")));
    }
  }
}

/** Writes the card back and the twelve courts, which do not need Blender. */
async function pack(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await sharp(Buffer.from(backPrint()))
    .resize(300)
    .avif({ quality: 55 })
    .toFile(join(folder, "back.avif"));
  const [width, height] = [200, 315];
  const courts = await Promise.all(
    ["S", "H", "D", "C"].flatMap((suit, y) =>
      ["J", "Q", "K"].map(async (value, x) => ({
        input: await sharp(Buffer.from(await courtPrint(value, suit)), { density: 150 })
          .resize(width, height, { fit: "fill" })
          .png()
          .toBuffer(),
        left: x * width,
        top: y * height,
      })),
    ),
  );
  await sharp({
    create: { width: 3 * width, height: 4 * height, channels: 3, background: printInks.paper },
  })
    .composite(courts)
    .avif({ quality: 52, effort: 6 })
    .toFile(join(folder, "courts.avif"));
}

/** Renders a set's pictures whose sources have changed. */
async function plates({ pictures, sources }: StudioSet, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await prepare(sources);
  const isSketch = values.size !== undefined || values.samples !== undefined;
  for (const picture of pictures) {
    const file = join(folder, `${picture.name}.json`);
    // A sketch never counts as up to date.
    const digest = isSketch ? "sketch" : await digestFor(picture, sources);
    const before = JSON.parse(await readFile(file, "utf8").catch(() => "{}")) as {
      digest?: string;
    };
    const isWanted = values.only === undefined || picture.name.startsWith(values.only);
    if (isWanted && (isSketch || before.digest !== digest)) {
      console.log(`${what}: ${picture.name}`);
      await blender(picture);
      await encode(picture, folder);
      const exported = await readFile(join(work, `${picture.name}.json`), "utf8");
      const camera = { digest, ...(JSON.parse(exported) as object) };
      await writeFile(file, `${JSON.stringify(camera, null, 2)}\n`);
    }
  }
}

if (what === "pack") {
  await pack(join(HERE, "pack"));
  await plates(PACK, join(HERE, "pack"));
} else {
  const { set } = (await import(join(HERE, `../../scenes/${what}/studio.ts`))) as {
    set: StudioSet;
  };
  await plates(set, join(GAMES, what, "plates"));
}
