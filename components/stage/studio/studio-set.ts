import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** A picture to render: a Blender script, its arguments, and how its PNG is encoded. */
export interface Picture {
  name: string;
  script: string;
  arguments: readonly string[];
  size: number;
  samples: number;
  quality: number;
  copies?: readonly { name: string; size: number; quality: number }[];
  /** If set, only the light that the picture adds to this one is stored. */
  beyond?: Picture;
  /** If set, the picture is cut out of its background: whole, or only a marble's shade or gloss. */
  cut?: "out" | "shade" | "gloss";
}

/** A game's pictures: `components/scenes/<slug>/studio.ts`. */
export interface StudioSet {
  readonly pictures: readonly Picture[];
  /** The scripts' other input files: their text, by file name. */
  readonly sources: Readonly<Record<string, string>>;
}

/** A digest of everything a picture depends on: scripts, their input files, and options. 16 hex digits. */
export async function digestFor(picture: Picture, sources: StudioSet["sources"]): Promise<string> {
  const hash = createHash("sha256");
  for (const file of ["studio.py", picture.script]) {
    hash.update(await readFile(join(import.meta.dirname, file)));
  }
  return hash
    .update(JSON.stringify([picture, sources]))
    .digest("hex")
    .slice(0, 16);
}
