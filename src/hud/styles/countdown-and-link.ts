import { type } from "../../look/tokens.ts";

/** The styles of the countdown ring and the connection light. */
export const liveStyles = `
.link { position: absolute; right: 0; top: 50%; width: 10px; height: 10px; margin-top: -5px; border-radius: 50%; background: var(--live); }
.link.stale, .link.suspended { background: var(--warn); border-radius: 2px; }
.link.offline, .link.maintenance { background: none; border: 2px solid var(--warn); border-radius: 2px; }
/* The ring is sized by its digits, which are the largest type in the bar. */
.ring { --hue: var(--accent); position: relative; width: 2em; height: 2em; font-size: ${type.dialWide}; line-height: 1; color: var(--ink); }
.ring svg { display: block; width: 100%; height: 100%; overflow: visible; fill: none; stroke: currentColor; stroke-width: 2.6; stroke-linecap: round; stroke-linejoin: round; }
.ring .track { stroke: var(--line); stroke-width: 4; }
.ring .arc { stroke: var(--hue); stroke-width: 4; }
.ring .digits { position: absolute; inset: 0; display: grid; place-items: center; font-weight: 750; letter-spacing: -.03em; }
.ring.soon { --hue: var(--soon); color: var(--soon); }
/* A full disc in the last seconds, and in the winner's colour during the result. */
.ring.last { --hue: var(--on-alarm); color: var(--on-alarm); }
.ring.last .track { fill: var(--alarm); stroke: var(--alarm); stroke-width: 6; }
.ring.last .arc { stroke-width: 2.5; }
.ring.last .digits { font-size: 1.15em; }
.ring.closed { --hue: var(--ink-soft); color: var(--ink-soft); }
.ring.won { color: var(--on-fill); }
.ring.won .track { fill: var(--fill); }
.ring.next { color: var(--accent); }
@media (prefers-reduced-motion: no-preference) {
  .table:not([data-calm]) .ring.next .arc { transition: stroke-dashoffset 1s linear; }
  /* Starts with an empty ring: the offset is its circumference. */
  @starting-style { .table:not([data-calm]) .ring.next .arc { stroke-dashoffset: 131.95; } }
}
`;
