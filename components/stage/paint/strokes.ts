type Context = CanvasRenderingContext2D;

/** A point, across and down. */
export type Point = readonly [number, number];

/** Traces a closed figure as the context's path. */
export function polygon(context: Context, points: readonly Point[]): void {
  context.beginPath();
  for (const [x, y] of points) {
    context.lineTo(x, y);
  }
  context.closePath();
}

/** Draws a straight line; nothing where a point is missing. */
export function line(
  context: Context,
  from: Point | undefined,
  to: Point | undefined,
  colour: string,
  width: number,
): void {
  if (!from || !to) {
    return;
  }
  context.beginPath();
  context.moveTo(...from);
  context.lineTo(...to);
  context.lineWidth = width;
  context.strokeStyle = colour;
  context.stroke();
}

/** Draws something let into the cloth: shade above it, light on its lower edge, `deep` pixels away. */
export function inlaid(
  context: Context,
  colour: string | CanvasGradient,
  deep: number,
  draw: () => void,
): void {
  for (const [shift, ink] of [
    [-deep, "#00000078"],
    [deep, "#ffffff20"],
    [0, colour],
  ] as const) {
    context.save();
    context.translate(0, shift);
    context.fillStyle = ink;
    context.strokeStyle = ink;
    draw();
    context.restore();
  }
}

/** A half and its mirror image as one path: no seam where they meet, and one light over both. */
export function whole(half: string): Path2D {
  const path = new Path2D(half);
  path.addPath(new Path2D(half), { a: -1 });
  return path;
}
