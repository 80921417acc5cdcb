import { svg } from "lit";
import type { TemplateResult } from "lit";
import { palette } from "../look/palette.ts";

/** Where a smaller one would not be recognised there is none: `components/stage/cards/shoe.ts`. */
export const shoeStyle = `
.shoe{translate:-50% -50%;width:var(--shoe);overflow:visible;fill:#14181d;stroke:${palette.gold};stroke-linejoin:round}
.shoe .next{fill:var(--back)}
`;

/** The shoe in the corner of a card table. */
export const shoe = (): TemplateResult<2> =>
  svg`<svg class="shoe" viewBox="0 0 100 76.9">
    <path d="M39 69V65L59 40L89 25V44Z" />
    <path fill="#2c333b" d="M32 20L62 5L89 25L59 40Z" />
    <path fill="#22282f" d="M12 45L32 20L59 40L39 65Z" />
    <path fill=${palette.paper} stroke="none" d="M33.5 26.7L51.9 40.3L31.2 64.4L12.8 50.8Z" />
    <path class="next" stroke="none" d="M34.2 30.8L47.7 40.8L31 61.4L17.5 51.4Z" />
  </svg>`;
