import { byName } from "../plates.ts";
import type { CardTableLook } from "./scene.ts";

/** The plates of a game by name, from the cameras that the studio exported and the URLs of the pictures. */
export function platesFrom(
  cameras: Readonly<Record<string, { matrix: number[][] }>>,
  pictures: Readonly<Record<string, string>>,
): CardTableLook["plates"] {
  const named = byName(cameras);
  return Object.fromEntries(
    Object.entries(byName(pictures)).map(([name, url]) => [
      name,
      // `first`, the small plate for the first paint, has the camera of the master.
      { url, matrix: (named[name] ?? named["master"])?.matrix ?? [] },
    ]),
  );
}
