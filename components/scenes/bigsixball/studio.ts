import type { Picture, StudioSet } from "../../stage/studio/picture.ts";
import { course } from "./courses.ts";

/** The plates of the race in the order of the shots, and the light of a marble, which is the same in all shots. */
function pictures(): Picture[] {
  const shots = "grid wave snake hairpin neck pegs bend straight finish plinth lane line".split(
    " ",
  );
  const base = { script: "race.py", samples: 12, quality: 58 } as const;
  // Shots that are close or shown for long get more samples.
  const stage = { samples: 40, size: 1024 } as const;
  const wide = { samples: 22 };
  const gate = { samples: 44, quality: 52, copies: [{ name: "first", size: 640, quality: 45 }] };
  return [
    ...shots.map((name) => ({
      ...base,
      name,
      arguments: [name],
      size: 896,
      ...{ grid: gate, plinth: stage, wave: wide, snake: wide, finish: wide }[name],
    })),
    // The lights on the winner and on the crowd behind.
    ...["spot", "terrace"].map((name) => ({
      ...base,
      name,
      arguments: [`${name}:plinth`],
      ...stage,
      beyond: { ...base, ...stage, name: "plinth", arguments: ["plinth"] },
    })),
    { ...base, name: "pins", arguments: ["pins:pegs"], size: 896, cut: "out" },
    { ...base, name: "shade", arguments: ["white"], size: 512, cut: "shade" },
    { ...base, name: "gloss", arguments: ["gloss"], size: 512, cut: "gloss" },
  ];
}

/** The course for the studio's scripts: position, heading and half the width at each step, in widths of a marble. */
function courseFile(): string {
  const [start, step] = [-9, 0.25];
  const points: number[][] = [];
  for (let far = start; far <= course.end + 1; far += step) {
    const { x, y, heading } = course.path.at(far);
    points.push([x, y, heading, course.halfWidth(Math.max(0, far))].map((v) => +v.toFixed(4)));
  }
  const pegs = course.pegs.map(({ along, across, radius }) => [along, across, radius]);
  return JSON.stringify({ start, step, length: course.length, points, pegs });
}

export const set: StudioSet = { pictures: pictures(), sources: { "course.json": courseFile() } };
