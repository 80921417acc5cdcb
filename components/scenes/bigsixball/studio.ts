import type { Picture, StudioSet } from "../../stage/studio/studio-set.ts";
import { course } from "./courses.ts";

/** The race's plates in the order of the shots, and a marble's light, which is the same in all shots. */
function pictures(): Picture[] {
  const shots = "grid wave snake hairpin neck pegs bend straight finish plinth line".split(" ");
  const base = { script: "race.py", samples: 8, size: 896, quality: 58 } as const;
  // Shots that stay on screen for long are sharper.
  const wide = { samples: 10, size: 1024 } as const;
  const small = { samples: 64, size: 512 } as const;
  const copies = [{ name: "first", size: 640, quality: 45 }];
  const gate = { samples: 16, size: 1024, quality: 52, copies };
  return [
    ...shots.map((name) => ({
      ...base,
      ...{ grid: gate, wave: wide, straight: wide, finish: wide }[name],
      name,
      arguments: [name],
    })),
    // The lights on the winner and on the crowd behind.
    ...["spot", "terrace"].map((name) => ({
      ...base,
      name,
      arguments: [`${name}:plinth`],
      beyond: { ...base, name: "plinth", arguments: ["plinth"] },
    })),
    { ...base, name: "pins", arguments: ["pins:pegs"], samples: 96, cut: "out" },
    { ...base, ...small, name: "shade", arguments: ["white"], cut: "shade" },
    { ...base, ...small, name: "gloss", arguments: ["gloss"], cut: "gloss" },
  ];
}

/** The course for the studio's scripts: position, heading and half the width at each step, in marble widths. */
function courseFile(): string {
  const [start, step] = [-9, 0.25];
  const points: number[][] = [];
  for (let distance = start; distance <= course.end + 1; distance += step) {
    const { x, y, heading } = course.at(distance);
    points.push([x, y, heading, course.halfWidth(Math.max(0, distance))].map((v) => +v.toFixed(4)));
  }
  const pegs = course.pegs.map(({ along, across, radius }) => [along, across, radius]);
  return JSON.stringify({ start, step, length: course.length, points, pegs });
}

export const set: StudioSet = { pictures: pictures(), sources: { "course.json": courseFile() } };
