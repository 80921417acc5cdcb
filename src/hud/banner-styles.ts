import { motion, palette } from "./tokens.ts";

/**
 * The looks of the result banner: a ribbon across the foot of the table in the winner's colour, in the
 * place that the scenes keep free for it (`clearHeight` in the stage's theme).
 */
export const bannerStyles = `
.banner {
  --line-of-gold: linear-gradient(90deg, ${palette.gilt}00, ${palette.gilt} 22%, ${palette.gilt} 78%, ${palette.gilt}00);
  grid-row: 2;
  grid-column: 1;
  place-self: end center;
  z-index: 1;
  display: flex;
  align-items: center;
  justify-content: center;
  gap: .6em;
  width: max(68cqw, min(100%, 480px));
  height: calc(clamp(24px, 15%, 54px) - 3px);
  margin-bottom: 3px;
  /* Two lines of gold over the side's colour, which is deeper towards the foot and fades at both ends. */
  background:
    var(--line-of-gold) top / 100% 2px no-repeat,
    var(--line-of-gold) bottom / 100% 2px no-repeat,
    linear-gradient(#ffffff26, #0000 45%, #0000004d),
    var(--fill);
  mask: linear-gradient(90deg, #0000, #000 14%, #000 86%, #0000);
  color: var(--on-fill);
  font-size: clamp(12px, min(4.5cqh, 5cqw), 30px);
  font-weight: 800;
  letter-spacing: .1em;
  line-height: 1;
  text-transform: uppercase;
  white-space: nowrap;
}
.table:lang(zh) .banner, .table:lang(ja) .banner, .table:lang(ko) .banner { letter-spacing: .2em; }
.banner .letter { display: grid; place-items: center; width: 1.45em; height: 1.45em; border-radius: 50%; background: #ffffff30; box-shadow: 0 0 0 1.5px ${palette.gilt}; letter-spacing: 0; font-size: .85em; }
.banner .best { color: #fff3c4; font-size: 1.2em; }
.banner .other { font-weight: 500; }
:host([theme="contrast"]) .banner .best { color: inherit; }
.banner .score { padding-left: .6em; border-left: 1.5px solid #ffffff70; letter-spacing: .04em; }
@media (prefers-reduced-motion: no-preference) {
  :host(:not([calm])) .banner { animation: ribbon ${motion.enterMs}ms ${motion.settle} }
}
@keyframes ribbon { from { transform: scaleX(.12); opacity: 0 } }
`;
