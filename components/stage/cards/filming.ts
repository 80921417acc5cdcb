import type { ExtraParts, Extras } from "../extras.ts";
import type { CardPart, Group, Kit } from "../kit.ts";
import { mix } from "../paint/colour.ts";
import type { CloseUp } from "../pixi/close-up.ts";
import { samePose } from "../same-pose.ts";
import type { Drawing, Play, Size } from "../scene.ts";
import { clamp01, easeInOut, lerp } from "../tracks.ts";
import type { CameraPose } from "./camera.ts";
import { NOWHERE } from "./dealing.ts";
import type { CardPose, Spot } from "./dealing.ts";
import { DEPTH } from "./depths.ts";
import { apartPx } from "./filming-room.ts";
import { asideAt, between, FADES_PX, Framer, seenAt, unseenAt } from "./framing.ts";
import type { Area, FramedTable, Framing } from "./framing.ts";
import { paintCloseUpLight } from "./paint/close-up-light.ts";
import type { Stakes } from "./stakes-said.ts";
import { StakesPlate } from "./stakes.ts";

/** A table of cards as a camera draws it. */
export interface FilmedTable<Pose> extends Drawing<Pose>, FramedTable {
  /** All that the camera moves, and of that all that goes out of focus. */
  readonly table: Group;
  readonly ground: Group;
  /** What darkens the table around a card where no camera looks at it closely. */
  readonly shade: Group;
}

/** What a camera sees: where it looks, the table, and the table as it is out of focus; null if it is not. */
export interface FilmedPose<Pose> {
  camera: CameraPose;
  table: Pose;
  behind: Pose | null;
  /** All cards of the table by their names. */
  cards: Readonly<Record<string, Pick<CardPose, "travel">>>;
  /** What the card in close-up decides; null where that is not said. */
  stakes: Stakes | null;
}

/**
 * What a camera sees of a table, whose pose at any moment of the phase is asked for. Out of focus it stands as at
 * one moment for each close-up: whoever comes from another one sees the same.
 */
function filmedPose<Pose>(
  camera: CameraPose,
  table: Pose,
  cards: FilmedPose<Pose>["cards"],
  stakes: Stakes | null,
  poseAt: (elapsedMs: number) => Pose,
): FilmedPose<Pose> {
  const { behindMs } = camera;
  return { camera, table, cards, stakes, behind: behindMs === null ? null : poseAt(behindMs) };
}

/** How far the camera has come when it is said what lies out of sight, and when that stands. */
const [SAID_FROM, SAID_BY] = [0.3, 0.7] as const;
/**
 * How closely the camera still looks when an open card fades into the one on the table, and when that is done: a small one
 * has another face there. Before that the table is out of focus, and soon after it the camera may look at another card.
 */
const [LAID_FROM, LAID_BY] = [0.5, 0.41] as const;
/** What is at stake is said no more once so little of a card is left to be turned. */
const STAKES_UNTIL = 0.25;
/** Half the width of the light around a card, in widths of the card as it lies. */
const LIT = 1.1;

/** A camera over a table of cards: all of it in the wide shot, one card in close-up with the rest out of focus. */
class Filming<Pose> implements ExtraParts<FilmedPose<Pose>> {
  readonly #kit: Kit;
  readonly #filmed: FilmedTable<Pose>;
  readonly #card;
  readonly #blurred;
  readonly #framer;
  readonly #stakes;
  #size: Size = { width: 1, height: 1 };
  /** What the picture out of focus shows; null while there is none. */
  #taken: Pose | null = null;
  /** Whether cards were drawn for a table that the camera looks at closely, or askew. */
  #isMoved = false;

  constructor(
    kit: Kit,
    filmed: FilmedTable<Pose>,
    closeUp: CloseUp,
    lettered: ConstructorParameters<typeof StakesPlate>[1],
  ) {
    [this.#kit, this.#filmed] = [kit, filmed];
    this.#framer = new Framer(filmed);
    this.#card = kit.part(closeUp.card);
    this.#blurred = kit.part(closeUp.blurred);
    // What is pinned lies on the table as well: there hands reach over it.
    const pinned = filmed.pinned.map(({ node }) => node);
    this.#stakes = new StakesPlate(kit, lettered);
    filmed.table.add(this.#blurred, this.#card, ...pinned, this.#stakes.node);
  }

  resize(size: Size): void {
    const { cardWidth } = this.#filmed;
    [this.#size, this.#taken] = [size, null];
    this.#framer.fit(size);
    this.#card.fit(cardWidth, this.#framer.zoom);
    this.#stakes.fit(size);
  }

  show({ camera, table: pose, behind, cards, stakes }: FilmedPose<Pose>): void {
    const { table, ground, shade } = this.#filmed;
    const framing = this.#framer.framing(camera);
    table.place(framing);
    const isMoved = framing.scale !== 1 || framing.angle !== 0;
    if (isMoved !== this.#isMoved) {
      // Cards lie on whole pixels, or do not.
      this.#isMoved = isMoved;
      this.#filmed.show(pose);
    }
    const close = camera.close && { ...camera.close, ...this.#filmed.cardNamed(camera.close.name) };
    const isClose = close?.part !== undefined && camera.push > 0.02 && close.pose.travel === 1;
    const blur = isClose && behind ? camera.blur : 0;
    if (blur > 0 && behind && !samePose(behind, this.#taken)) {
      this.#taken = behind;
      this.#take(behind, close);
      this.#filmed.show(pose);
    }
    if (close?.pose.card) {
      this.#card.prepare(close.pose.card, close.axis);
      this.#card.paintOne();
    }
    if (isClose && close.part && close.spot) {
      const isOpen = close.pose.turn === 1;
      const alpha = isOpen ? clamp01((camera.push - LAID_BY) / (LAID_FROM - LAID_BY)) : 1;
      // Beneath it, before it fades: cloth would shine through both.
      close.part.place({ ...close.spot, alpha: alpha < 1 ? 1 : 0 });
      const lean = (close.spot.lean ?? 0) * close.pose.flat;
      this.#card.place({ ...close.spot, lean, depth: DEPTH.squeezed, alpha });
      this.#card.show(close.pose);
    } else {
      this.#card.place({ x: 0, y: 0, alpha: 0 });
    }
    const { width, height } = this.#size;
    this.#blurred.place({ x: width / 2, y: height / 2, alpha: blur, depth: DEPTH.blurred });
    // What is hidden by it is not drawn.
    ground.place({ x: 0, y: 0, alpha: blur === 1 ? 0 : 1 });
    // It has its own light.
    shade.place({ x: 0, y: 0, depth: DEPTH.shade, alpha: 1 - blur });
    table.place(framing);
    const aside = asideAt(framing.scale);
    const said = easeInOut(clamp01((camera.push - SAID_FROM) / (SAID_BY - SAID_FROM)));
    const inFocus = isClose ? camera.close?.name : undefined;
    const marks: Area[] = [];
    for (const { node, at, aside: to, foot, half, caption } of this.#filmed.pinned) {
      const seen = at ? seenAt(framing, at) : to;
      const own = at ?? to;
      const stands = between(seen, to, aside);
      const box = { x: stands.x, y: stands.y + foot / 2 - to.y, width: 2 * half, height: foot };
      marks.push(box);
      const clear = this.#clearOf(box, framing, cards, inFocus, blur);
      node.place({
        ...unseenAt(framing, { x: stands.x - own.x, y: stands.y - own.y }),
        scale: 1 / framing.scale,
        angle: -framing.angle,
        depth: at && aside === 0 ? DEPTH.pinned : DEPTH.aside,
        // On its place on the table it is clear of all cards.
        alpha: at ? lerp(1, clear, clamp01(aside * 30)) : clear,
      });
      caption(at ? aside : said);
    }
    const left = clamp01((1 - (camera.close?.pose.turn ?? 1)) / STAKES_UNTIL);
    const at =
      stakes && inFocus !== undefined && said * left > 0
        ? this.#stakes.write(stakes, () => this.#takenBy(camera, inFocus))
        : null;
    if (close) {
      this.#stakes.strike(stakes, close);
    }
    // What is pinned passes there on its way to its corner.
    const free = at
      ? Math.min(1, ...marks.map((mark) => clamp01(apartPx(at, mark) / FADES_PX)))
      : 0;
    this.#stakes.node.place({
      ...unseenAt(framing, at ?? { x: 0, y: 0 }),
      scale: 1 / framing.scale,
      angle: -framing.angle,
      depth: DEPTH.aside,
      alpha: at ? said * left * free * this.#clearOf(at, framing, cards, inFocus, blur) : 0,
    });
  }

  /** What is read around a card as closely as it is ever seen, and the card. */
  #takenBy(camera: CameraPose, name: string): Area[] {
    const close = { from: name, to: name, way: 1, push: 1, whole: 0, shake: 0, blur: 1 };
    const framing = this.#framer.framing({ ...camera, ...close });
    const spot = this.#filmed.cardNamed(name)?.spot ?? NOWHERE;
    const half = this.#framer.halvesOf(spot, framing);
    return [
      { ...seenAt(framing, spot), width: 2 * half.x, height: 2 * half.y },
      ...this.#filmed.pinned.map(({ aside, foot, half: wide }) => ({
        x: aside.x,
        y: foot / 2,
        width: 2 * wide,
        height: foot,
      })),
    ];
  }

  /** How clear of all cards that are in focus a box is seen, 0 (it touches one) to 1. */
  #clearOf(
    box: Area,
    framing: Framing,
    cards: FilmedPose<Pose>["cards"],
    close: string | undefined,
    blur: number,
  ): number {
    const clears = Object.entries(cards).map(([name, { travel }]) => {
      const spot = this.#filmed.cardNamed(name)?.spot;
      const lies = clamp01(5 * Math.min(travel, 2 - travel));
      const sharp = lies * (name === close ? 1 : clamp01(2 * (1 - blur)));
      if (!spot || sharp === 0) {
        return 1;
      }
      const half = this.#framer.halvesOf(spot, framing);
      const seen = { ...seenAt(framing, spot), width: 2 * half.x, height: 2 * half.y };
      return lerp(1, clamp01(apartPx(box, seen) / FADES_PX), sharp);
    });
    return Math.min(1, ...clears);
  }

  /** Takes the picture of the table out of focus, in a pose and without the card in close-up. */
  #take(behind: Pose, close: { part?: CardPart; spot?: Spot } | null): void {
    const { table, ground, cardWidth } = this.#filmed;
    const { look } = this.#kit;
    table.place({ x: 0, y: 0 });
    ground.place({ x: 0, y: 0 });
    this.#filmed.show(behind);
    close?.part?.place({ x: 0, y: 0, alpha: 0 });
    const { x, y } = close?.spot ?? NOWHERE;
    this.#blurred.take(this.#size, ground, {
      beyond: this.#framer.beyond,
      colour: look.addsLight ? mix(look.night, "#000000", 0.3) : look.night,
      light: (context, size) =>
        paintCloseUpLight(
          context,
          size,
          this.#framer.beyond,
          { x, y, reach: cardWidth * LIT },
          look,
        ),
    });
  }
}

/** The camera over a game of cards as extras: where it looks, how far into a phase it moves, in ms, and its cards. */
export function filmedBy<Outcome, Pose, Parts extends FilmedTable<Pose>>(
  cameraOf: (view: Play<Outcome>, elapsedMs: number, pose: Pose) => CameraPose,
  restsAfterMs: (view: Play<Outcome>) => number,
  cardsOf: (pose: Pose) => FilmedPose<Pose>["cards"],
  closeUp: CloseUp,
  stakesOf: (view: Play<Outcome>, pose: Pose) => Stakes | null = () => null,
): Extras<Outcome, Pose, Parts, FilmedPose<Pose>> {
  return {
    pose: (view, elapsedMs, pose, poseAt) =>
      filmedPose(
        cameraOf(view, elapsedMs, pose),
        pose,
        cardsOf(pose),
        stakesOf(view, pose),
        poseAt,
      ),
    restsAfterMs,
    build: (kit, view, drawing) => new Filming(kit, drawing, closeUp, view),
  };
}
