import type { Size } from "../../../components/stage/kit.ts";

/** Whether two boxes around their middles share a point. */
export function overlap(
  one: Size & { x: number; y: number },
  other: Size & { x: number; y: number },
): boolean {
  return (
    Math.abs(one.x - other.x) < (one.width + other.width) / 2 &&
    Math.abs(one.y - other.y) < (one.height + other.height) / 2
  );
}
