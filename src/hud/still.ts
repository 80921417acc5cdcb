import type { Focus } from "../games/contract.ts";
import { SPARE_ABOVE } from "../look/tokens.ts";

/**
 * A table's style sheet before any script runs: the plate of its first shot. The server does not know the box size, so
 * CSS crops the plate like `fitFraming` (`components/stage/plates.ts`), and the canvas then shows the same shot. The
 * page sets the picture as `--plate`.
 */
export function stillStyle({ x, y, width, height, keepsFoot }: Focus): string {
  const start = (length: string, middle: number, lower = "0px") =>
    `min(0px,max(${length} - var(--side),${length}/2 - ${middle}*var(--side) + ${lower}))`;
  const spare = `(100cqh - ${height}*var(--side))`;
  const lower = keepsFoot
    ? `min(${SPARE_ABOVE}*${spare},${spare}/2)`
    : `${SPARE_ABOVE}*max(0px,${spare})`;
  return `.still{position:absolute;inset:0;z-index:1;overflow:hidden;container-type:size}.still>div{--side:max(100cqw,100cqh,min(100cqw/${width},100cqh/${height}));position:absolute;left:${start("100cqw", x)};top:${start("100cqh", y, lower)};width:var(--side);height:var(--side);background:var(--plate) 0 0/100% 100%}`;
}
