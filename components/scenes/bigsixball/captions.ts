import { palette, sideColours } from "../../../src/look/palette.ts";
import type { DrawingTools } from "../../stage/pixi/surface.ts";
import { inBox } from "../../stage/plates.ts";
import type { Framing, Point3 } from "../../stage/plates.ts";
import type { Play, Size } from "../../stage/scene.ts";
import { makeCaption, MARGIN_PX, paintDisc, paintPlate, TYPE, write } from "./caption-painting.ts";
import type { CaptionTeam } from "./caption-painting.ts";
import { MARBLE, STALL, worldAt } from "./courses.ts";
import type { Leaderboard, RacePose } from "./pose.ts";
import { matrixIn, TOPS, widthAt } from "./shots.ts";
import type { Shot } from "./shots.ts";
import { makeTeamCaption } from "./team-caption.ts";

/* Captions over the picture: the leaders and gaps, names, a marble's past results, and the kind of race. */

/** Whether a box is too low for a list with one row per marble, and for names next to the marbles. */
const isShort = ({ height }: Size): boolean => height < 250;
const MIN_NAMES_BOX_PX = 360;
const MIN_NAMED_LANE_PX = 66;
const MIN_DISC_RADIUS_PX = 9;
/** Size of the leader's number in the single-row list, relative to the others. */
const FIRST_SCALE = 1.3;
const BAR_PX = 5;
const MARK_PX = 36;
/** Size of the mark over the leader, in marble widths. */
const MARK = 0.5;
const RING_PX = 96;
const OWN_RING_WIDTHS = 1.16;
/** Distance of a name below the centre of its marble or the top of the podium, in widths. */
const NAME_BELOW = { gate: 1.1, podium: 0.85 } as const;
/** Distance from the gate within which a marble counts as seated, in course lengths. */
const SEATED_WITHIN = 0.0002;
/** The winner's banner at the bottom of a box: its share of the height, and its minimum height in pixels. */
const BANNER = { share: 0.18, minPx: 32 } as const;

export function raceCaptions(tools: DrawingTools, view: Play) {
  const names = view.sides.map(({ id }) => view.words.sides[id] ?? id);
  const nameplates = names.map(() => makeCaption(tools));
  const [list, storyPlate] = [makeCaption(tools), makeCaption(tools)];
  const teamCaptions = [makeTeamCaption(tools), makeTeamCaption(tools)];
  const paintedSquare = (px: number, paint: (context: CanvasRenderingContext2D) => void) => {
    const picture = tools.picture();
    picture.paint({ width: px, height: px }, paint);
    return picture;
  };
  const bars = [palette.night, palette.gilt].map((ink) =>
    paintedSquare(1, (context) => {
      context.fillStyle = ink;
      context.fillRect(0, 0, 1, 1);
    }),
  );
  // Each mark has its team's colour, because in a pack it also covers other marbles.
  const marks = view.sides.map(({ colour }) =>
    paintedSquare(MARK_PX, (context) => {
      context.moveTo(4, 6);
      context.lineTo(MARK_PX - 4, 6);
      context.lineTo(MARK_PX / 2, MARK_PX - 6);
      context.closePath();
      context.fillStyle = sideColours[colour].fill;
      context.strokeStyle = palette.gilt;
      context.lineWidth = 4;
      context.fill();
      context.stroke();
    }),
  );
  const rings = names.map(() =>
    paintedSquare(RING_PX, (context) => {
      context.arc(RING_PX / 2, RING_PX / 2, RING_PX / 2 - 4, 0, 2 * Math.PI);
      context.lineWidth = 6;
      context.strokeStyle = palette.gilt;
      context.stroke();
    }),
  );
  const plates = [...nameplates, list, storyPlate, ...teamCaptions];
  const node = tools.group();
  node.add(...bars, ...rings, ...marks, ...plates.map(({ picture }) => picture));
  let teams: readonly CaptionTeam[] = [];

  function show(pose: RacePose, size: Size, shot: Shot, framing: Framing): void {
    teams = view.sides.map(({ letter, colour }, i) => ({
      letter,
      ...sideColours[colour],
      name: names[i] ?? "",
      isOwn: pose.hasBet[i] ?? false,
    }));
    const fitting = Math.min(size.height * TYPE.heightShare, size.width * TYPE.widthShare);
    const typePx = Math.max(TYPE.minPx, Math.min(TYPE.maxPx, fitting));
    const isAtPodium = shot === "plinth";
    const isListHidden = isShort(size) && (isAtPodium || pose.isFrozen);
    showList(isListHidden ? null : pose.leaders, size, typePx * 0.86, isAtPodium);
    const isRunning = pose.leaders !== null && !isAtPodium && shot !== "finish";
    showBar(isRunning ? Math.max(...pose.marbles.map(({ along }) => along)) : null, size);
    showMarks(pose, shot, framing);
    const story = (pose.story && view.words.lettering[pose.story]) ?? "";
    if (pose.isFrozen && pose.leaders) {
      showGap(pose.leaders, story, size, typePx * 1.5);
    } else {
      showStory(story, size, typePx);
    }
    teamCaptions.forEach((caption, i) => caption.showTeam(pose.portrait, i, teams, size, typePx));
    showNames(pose, shot, framing, size, typePx);
  }

  function showBar(along: number | null, { width, height }: Size): void {
    bars.forEach((bar, i) => {
      const barWidth = Math.max(1, i === 0 ? width : width * (along ?? 0));
      const place = { x: barWidth / 2, y: height - BAR_PX / 2, scale: [barWidth, BAR_PX] as const };
      bar.place({ ...place, alpha: along === null ? 0 : i === 0 ? 0.6 : 1 });
    });
  }

  /** Shows the mark over the leader during the race, and rings around the player's own marbles. */
  function showMarks({ leaders, marbles, hasBet }: RacePose, shot: Shot, framing: Framing): void {
    const matrix = matrixIn(shot);
    const isRun = shot !== "plinth" && shot !== "grid" && leaders !== null && !leaders.isSettled;
    const first = leaders?.rows.indexOf(0) ?? 0;
    rings.forEach((ring, side) => {
      const at = marbles[side]?.at ?? worldAt(0, 0);
      const { x, y } = inBox(matrix, framing, at);
      const marbleWidth = widthAt(matrix, at) * framing.scale;
      const alpha = isRun && hasBet[side] ? 1 : 0;
      ring.place({ x, y, scale: (OWN_RING_WIDTHS * marbleWidth) / RING_PX, alpha });
      const isMarked = isRun && side === first;
      const place = { x, y: y - marbleWidth * (0.5 + MARK / 2), alpha: isMarked ? 1 : 0 };
      marks[side]?.place({ ...place, scale: (MARK * marbleWidth) / MARK_PX });
    });
  }

  /** Shows the first two and the gap between them, over the picture frozen at the line. */
  function showGap({ rows, gaps }: Leaderboard, story: string, size: Size, typePx: number): void {
    const [first, second] = [0, 1].map((row) => teams[rows.indexOf(row)]);
    const text = `+${((gaps[rows.indexOf(1)] ?? 0) / 100).toFixed(2)} s`;
    const name = first?.name.toLocaleUpperCase() ?? "";
    const look = { sizePx: typePx, weight: 800 } as const;
    const [nameWidth, textWidth] = [name, text].map((line) => tools.widthOf(line, look));
    const [rowHeight, radius] = [typePx * 2, typePx * 0.78];
    const words = isShort(size) ? "" : story.toLocaleUpperCase();
    const storyPx = words === "" ? 0 : typePx * 0.62;
    const box = {
      width: Math.ceil((nameWidth ?? 0) + (textWidth ?? 0) + radius * 8.4),
      height: Math.ceil(rowHeight + storyPx * 1.7),
    };
    // In a short box, the marbles are at the bottom.
    const y = isShort(size) ? MARGIN_PX : size.height - box.height - MARGIN_PX;
    const at = { x: (size.width - box.width) / 2, y };
    storyPlate.show(`${rows.join("")}${text}${words}`, box, at, (context, { width, height }) => {
      paintPlate(context, { width, height });
      context.fillStyle = palette.gold;
      context.fillRect(0, height - 3, width, 3);
      if (words !== "") {
        write(context, words, [width / 2, storyPx], [800, storyPx, palette.gilt]);
      }
      const y = height - rowHeight / 2 - 1;
      if (first && second) {
        paintDisc(context, first, radius * 1.7, y, radius);
        write(context, name, [radius * 3, y], [800, typePx, palette.caption], "left");
        const end = width - radius * 3;
        write(context, text, [end, y], [800, typePx, palette.gilt], "right");
        paintDisc(context, second, width - radius * 1.7, y, radius);
      }
    });
  }

  /** Shows the list in the upper left corner, clear of the marbles, or in the upper right one at the podium. */
  function showList(leaders: Leaderboard | null, size: Size, typePx: number, isAtPodium: boolean) {
    if (!leaders) {
      list.hide();
      return;
    }
    const { rows, gaps, isSettled } = leaders;
    const at = (boxWidth: number) => ({
      x: isAtPodium ? size.width - boxWidth - MARGIN_PX : MARGIN_PX,
      y: MARGIN_PX,
    });
    const order = rows.map((_, row) => rows.indexOf(row));
    const entries = order.map((side) => teams[side]).filter((entry) => entry !== undefined);
    const texts = order.map((side, row) =>
      row === 0 ? "" : `+${((gaps[side] ?? 0) / 100).toFixed(2)}`,
    );
    const look = { sizePx: typePx, weight: 700 } as const;
    const widest = Math.max(...names.map((name) => tools.widthOf(name, look)));
    if (isShort(size) || !isSettled) {
      const disc = Math.max(MIN_DISC_RADIUS_PX, typePx * 0.78);
      const [step, nameAt] = [disc * 2.3, disc * FIRST_SCALE * 2 + 12];
      const restAt = nameAt + widest + 8;
      const box = {
        width: Math.ceil(restAt + step * (entries.length - 1) + 6),
        height: Math.ceil(disc * FIRST_SCALE * 2 + 10),
      };
      list.show(order.join(" "), box, at(box.width), (context, plate) => {
        paintPlate(context, plate);
        const y = plate.height / 2;
        entries.forEach((entry, row) => {
          const x = row === 0 ? 6 + disc * FIRST_SCALE : restAt + step * (row - 0.5);
          paintDisc(context, entry, x, y, row === 0 ? disc * FIRST_SCALE : disc);
        });
        write(context, entries[0]?.name ?? "", [nameAt, y], [700, typePx, palette.gilt], "left");
      });
      return;
    }
    const disc = typePx * 0.72;
    const hasNames = size.width >= MIN_NAMES_BOX_PX;
    const nameWidth = hasNames ? widest + 12 : 0;
    const gapWidth = tools.widthOf("+0.00", look);
    const [step, nameAt] = [typePx * 1.62, disc * 2 + 16];
    const box = {
      width: Math.ceil(nameAt + nameWidth + gapWidth + 10),
      height: Math.ceil(step * entries.length + 8),
    };
    const key = JSON.stringify([order, texts, entries.map(({ isOwn }) => isOwn)]);
    list.show(key, box, at(box.width), (context, plate) => {
      paintPlate(context, plate);
      entries.forEach((entry, row) => {
        const y = 4 + step * (row + 0.5);
        paintDisc(context, entry, 8 + disc, y, disc);
        const ink = row === 0 ? palette.gilt : palette.caption;
        write(context, hasNames ? entry.name : "", [nameAt, y], [700, typePx, ink], "left");
        write(
          context,
          texts[row] ?? "",
          [plate.width - 9, y],
          [700, typePx, palette.caption],
          "right",
        );
      });
    });
  }

  function showStory(story: string, size: Size, typePx: number): void {
    const text = story.toLocaleUpperCase();
    if (text === "") {
      storyPlate.hide();
      return;
    }
    const look = { sizePx: typePx * 1.05, weight: 800, spacing: 0.06 } as const;
    const box = {
      width: Math.ceil(tools.widthOf(text, look) + typePx * 1.6),
      height: Math.ceil(typePx * 1.9),
    };
    const at = { x: MARGIN_PX, y: size.height - MARGIN_PX - BAR_PX - box.height };
    storyPlate.show(text, box, at, (context, { width, height }) => {
      context.beginPath();
      context.roundRect(0, 0, width, height, height / 2);
      context.fillStyle = palette.gold;
      context.fill();
      context.letterSpacing = `${look.spacing * look.sizePx}px`;
      write(context, text, [width / 2, height / 2], [800, look.sizePx, palette.night]);
    });
  }

  /**
   * Shows names under the marbles in their lanes, and under the second and third on the podium. The banner names the
   * winner.
   */
  function showNames(pose: RacePose, shot: Shot, framing: Framing, size: Size, typePx: number) {
    const at = (point: Point3) => inBox(matrixIn(shot), framing, point);
    const nameWidths = names.map((name) => tools.widthOf(name, { sizePx: 1, weight: 700 }));
    const lanePx = Math.abs(at(worldAt(0, STALL)).x - at(worldAt(0, 0)).x);
    const isGate = shot === "grid" && lanePx >= MIN_NAMED_LANE_PX;
    nameplates.forEach((caption, side) => {
      const name = names[side] ?? "";
      const marble = pose.marbles[side];
      const row = pose.best.indexOf(side);
      const isSet =
        marble?.opacity === 1 && marble.sunk === 0 && Math.abs(marble.along) < SEATED_WITHIN;
      // In a short box, names would cover the marbles.
      const isBest = shot === "plinth" && row > 0 && !isShort(size);
      const under = isGate && isSet ? marble.at : isBest ? TOPS[row] : undefined;
      if (!under) {
        caption.hide();
        return;
      }
      const [x, y, z] = under;
      const place = at([x, y, z - MARBLE * (isGate ? NAME_BELOW.gate : NAME_BELOW.podium)]);
      const widest = isGate ? Math.max(...nameWidths) : (nameWidths[side] ?? 0);
      const roomPx = isGate ? lanePx * 0.86 : 1.6 * (at([x + MARBLE, y, z]).x - at(under).x);
      const sizePx = Math.min(typePx * (isGate ? 1 : 1.15), roomPx / widest);
      const plateWidth = Math.ceil(sizePx * ((nameWidths[side] ?? 0) + 0.7));
      const box = { width: plateWidth, height: Math.ceil(sizePx * 1.5) };
      const bannerPx = isGate ? 0 : Math.max(BANNER.minPx, size.height * BANNER.share);
      const corner = {
        x: Math.max(2, Math.min(size.width - plateWidth - 2, place.x - plateWidth / 2)),
        y: Math.min(size.height - bannerPx - box.height, place.y - box.height / 2),
      };
      caption.show(name, box, corner, (context, { width, height }) => {
        paintPlate(context, { width, height });
        write(context, name, [width / 2, height / 2], [700, sizePx, palette.caption]);
      });
    });
  }

  return { node, show };
}
