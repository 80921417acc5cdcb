import type { CardTableLook } from "./scene.ts";

/** The plates of a game by name, from the cameras that the studio exported and the URLs of the pictures. */
export function platesFrom(
  cameras: Readonly<Record<string, { matrix: number[][] }>>,
  pictures: Readonly<Record<string, string>>,
): CardTableLook["plates"] {
  const baseName = (path: string) => path.replace(/^.*\/|\.\w+$/g, "");
  const matrices = new Map(
    Object.entries(cameras).map(([path, { matrix }]) => [baseName(path), matrix]),
  );
  return Object.fromEntries(
    Object.entries(pictures).map(([path, url]) => {
      const name = baseName(path);
      // `first`, the small plate for the first paint, has the camera of the master.
      return [name, { url, matrix: matrices.get(name) ?? matrices.get("master") ?? [] }];
    }),
  );
}
