import { palette } from "../look/palette.ts";
import { motion } from "../look/tokens.ts";

/**
 * The styles of the result banner: a plate of gold in the winner's colour at the foot of the table,
 * where the scenes keep room for it (`clearHeight` in `components/stage/measures.ts`).
 */
export const bannerStyles = `
.banner {
  --tip: polygon(0 50%, .8em 0, calc(100% - .8em) 0, 100% 50%, calc(100% - .8em) 100%, .8em 100%);
  --foot: clamp(2px, 7% - 9px, 17px);
  grid-row: 2;
  grid-column: 1;
  place-self: end center;
  z-index: 1;
  position: relative;
  bottom: var(--foot);
  display: flex;
  align-items: center;
  justify-content: center;
  gap: .6em;
  min-width: 46cqw;
  padding: 0 1.5em;
  height: calc(max(clamp(24px, 15%, 54px), 8%) - var(--foot));
  filter: drop-shadow(0 3px 4px #000b);
  color: var(--on-fill);
  /* The longest result is 21em wide. */
  --widest: 4.7cqw;
  font-size: max(clamp(12px, min(4.5cqh, 2cqw + 12px, var(--widest)), 30px), min(3.4cqh, 2.2cqw));
  font-weight: 800;
  letter-spacing: .1em;
  line-height: 1;
  text-transform: uppercase;
  white-space: nowrap;
}
/* The side's colour set in gold: darker towards the foot, with a second line along both edges. */
.banner::before, .banner::after { content: ""; position: absolute; inset: 0; z-index: -1; clip-path: var(--tip); background: linear-gradient(150deg, ${palette.gilt}, ${palette.gold} 30%, #7a5714 70%, ${palette.gilt}); }
.banner::after {
  inset: 2px 3px;
  outline: 1px solid ${palette.gilt}99;
  outline-offset: max(-3px, -.16em);
  background: linear-gradient(#ffffff38, #0000 45%, #0000004d), var(--fill);
}
.table:lang(zh) .banner, .table:lang(ja) .banner, .table:lang(ko) .banner { letter-spacing: .2em; }
.table:lang(th) .banner { letter-spacing: .02em; }
/* A suited tie takes four words. */
.table:lang(id) .banner { letter-spacing: .02em; --widest: 3.9cqw; }
.banner .letter { display: grid; place-items: center; width: 1.4em; height: 1.4em; border-radius: 50%; background: #ffffff30; box-shadow: 0 0 0 1.5px ${palette.gilt}; letter-spacing: 0; font-size: .85em; }
.banner .best { color: #fff3c4; font-size: 1.2em; }
.banner .other { font-weight: 500; }
:host([theme="contrast"]) .banner .best { color: inherit; }
.banner .score { padding-left: .6em; border-left: 1.5px solid #ffffff70; letter-spacing: .04em; }
@media (prefers-reduced-motion: no-preference) {
  .table:not([data-calm]) .banner { animation: ribbon ${motion.enterMs}ms ${motion.settle} }
}
@keyframes ribbon { from { transform: scaleX(.12); opacity: 0 } }
`;
