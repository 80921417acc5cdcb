import type { CardTableLook } from "./scene.ts";

/** The plates of a game by their names: their cameras as the studio exported them, and the addresses of the pictures. */
export function platesFrom(
  cameras: Readonly<Record<string, { matrix: number[][] }>>,
  pictures: Readonly<Record<string, string>>,
): CardTableLook["plates"] {
  const nameOf = (path: string) => path.replace(/^.*\/|\.\w+$/g, "");
  const matrices = new Map(
    Object.entries(cameras).map(([path, { matrix }]) => [nameOf(path), matrix]),
  );
  return Object.fromEntries(
    Object.entries(pictures).map(([path, url]) => {
      const name = nameOf(path);
      // The light plate of the first paint is the master's, smaller.
      return [name, { url, matrix: matrices.get(name) ?? matrices.get("master") ?? [] }];
    }),
  );
}
