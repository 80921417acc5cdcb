import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** A picture to be made: a script of Blender, its arguments, and what becomes of its PNG. */
export interface Picture {
  name: string;
  script: string;
  arguments: readonly string[];
  /** Its side in pixels; smaller copies under other names. */
  size: number;
  samples: number;
  quality: number;
  copies?: readonly { name: string; size: number; quality: number }[];
  /** It is stored as what it adds to this picture, such as light. */
  beyond?: Picture;
  /** It is cut out: as it is, or of a marble what darkens it or what light is added to it. */
  cut?: "out" | "shade" | "gloss";
}

/** The pictures of a game: `components/scenes/<slug>/studio.ts`. */
export interface StudioSet {
  readonly pictures: readonly Picture[];
  /** What the scripts build it from besides themselves, by the names of the files that they read. */
  readonly sources: Readonly<Record<string, string>>;
}

/** What a picture depends on: its scripts, what they build it from, and how it is asked for. */
export async function digestOf(picture: Picture, sources: StudioSet["sources"]): Promise<string> {
  const hash = createHash("sha256");
  for (const file of ["studio.py", picture.script]) {
    hash.update(await readFile(join(import.meta.dirname, file)));
  }
  return hash
    .update(JSON.stringify([picture, sources]))
    .digest("hex")
    .slice(0, 16);
}
