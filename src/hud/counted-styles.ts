import { COUNTED_FROM_PX } from "../look/tokens.ts";

/**
 * The styles of a ring whose last seconds are counted on the cloth, which a wide table does that moves: it only empties.
 * Only the element has them: what the server draws counts nothing.
 */
export const countedStyles = `@container (min-width: ${COUNTED_FROM_PX}px) { @media (prefers-reduced-motion: no-preference) { .table:not([data-calm]):has(canvas) .ring.last { .digits { opacity: 0; } .track { fill: none; } } } }`;
