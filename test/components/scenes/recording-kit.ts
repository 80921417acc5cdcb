import { detailOf } from "../../../components/stage/detail.ts";
import type {
  BallLook,
  BallMark,
  CardLook,
  Kit,
  Placement,
  Size,
  TextLook,
} from "../../../components/stage/kit.ts";
import { lookOf } from "../../../components/stage/theme.ts";
import type { Theme } from "../../../src/look/themes.ts";

/** A part of a picture as it was last placed; nothing of it is painted. */
export interface Recorded {
  kind: "group" | "picture" | "light" | "label" | "card" | "ball";
  at: Placement;
  /** Of a picture, as it is painted; CSS pixels. */
  size: Size;
  text: string;
  textLook: TextLook | null;
  card: CardLook | null;
  mark: BallMark | null;
  ball: BallLook | null;
  /** Of a ball or a card; CSS pixels. */
  fitPx: number;
}

/** What is seen of it. */
export const isSeen = ({ at }: Recorded): boolean => (at.alpha ?? 1) > 0.01;

/** How wide a sign is taken to be, by the height of its type: wider than most. */
const SIGN = 0.62;

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

/** A kit that draws nothing, and notes where every part of a scene is placed, in the order of making. */
export function recordingKit(theme: Theme = "dark"): { kit: Kit; parts: readonly Recorded[] } {
  const parts: Recorded[] = [];
  const look = lookOf(theme, {});
  function made<Also>(kind: Recorded["kind"], also: (part: Recorded) => Also) {
    const part: Recorded = {
      kind,
      at: { x: 0, y: 0, alpha: 0 },
      size: { width: 0, height: 0 },
      text: "",
      textLook: null,
      card: null,
      mark: null,
      ball: null,
      fitPx: 0,
    };
    parts.push(part);
    return { place: (at: Placement) => void (part.at = at), ...also(part) };
  }
  const picture = (kind: "picture" | "light") =>
    made(kind, (part) => ({ paint: (size: Size) => (part.size = size), crop: () => {} }));
  const kit: Kit = {
    look,
    accent: look.accent,
    density: 1,
    detail: detailOf("webgl", 1),
    group: () => made("group", () => ({ add: () => {} })),
    picture: () => picture("picture"),
    light: () => picture("light"),
    label: () =>
      made("label", (part) => ({
        write: (text: string, textLook: TextLook) => Object.assign(part, { text, textLook }),
      })),
    glyphs: () => ({
      fit: () => {},
      line: () => made("label", (part) => ({ write: (text: string) => (part.text = text) })),
    }),
    widthOf: (text, { sizePx, spacing = 0 }) => [...text].length * sizePx * (SIGN + spacing),
    card: () =>
      made("card", (part) => ({
        fit: (widthPx: number) => (part.fitPx = widthPx),
        show: (card: CardLook) => (part.card = card),
      })),
    part: () => {
      throw new Error("A scene is drawn without what is loaded later.");
    },
    ball: (mark) => {
      const ball = made("ball", (part) => ({
        fit: (diameterPx: number) => (part.fitPx = diameterPx),
        show: (look: BallLook) => (part.ball = look),
      }));
      Object.assign(parts.at(-1) ?? {}, { mark });
      return ball;
    },
  };
  return { kit, parts };
}
