import { svg } from "lit";
import type { TemplateResult } from "lit";
import { emblems } from "../look/emblems.ts";
import type { EmblemName, HalfEmblem } from "../look/emblems.ts";
import { palette } from "../look/palette.ts";
import { faint, mixed } from "./colour.ts";

/** Gold on the colour of its side. */
export const emblemStyle = `
.emblem{width:var(--sign);--metal:var(--accent);fill:none;stroke:var(--metal);stroke-width:2.4;stroke-linejoin:round;stroke-linecap:round}
[theme=light] .emblem{width:var(--sign);--metal:${mixed("var(--accent)", palette.gilt, "50%")}}
.body{fill:${faint(mixed("var(--side)", "#000", "50%"), "90%")}}
[theme=contrast] .body{fill:none}
.fine{stroke-width:1.2}
.bright{fill:var(--metal);stroke:none}
.dark{fill:${mixed("var(--side)", "#000", "80%")};stroke:none}
`;

/** The emblem of a side: one half, and that as in a mirror. */
export function emblem(name: EmblemName): TemplateResult<2> {
  const { body, lines, fine, bright, dark }: HalfEmblem = emblems[name];
  return svg`<svg class="emblem" viewBox="-54 -54 108 108"><g id=${name}>
    <path class="body" d=${body.replace(/Z$/, "")} /><path d=${lines} /><path class="fine" d=${fine} />
    <path class="bright" d=${bright} /><path class="dark" d=${dark ?? ""} />
    </g><use href="#${name}" transform="scale(-1 1)" /></svg>`;
}
