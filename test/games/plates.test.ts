import { expect, test } from "vitest";
import { PACK } from "../../components/stage/studio/card-set.ts";
import { digestFor } from "../../components/stage/studio/studio-set.ts";
import type { StudioSet } from "../../components/stage/studio/studio-set.ts";

const sets = import.meta.glob<{ set: StudioSet }>("../../components/scenes/*/studio.ts", {
  eager: true,
});
const plates = import.meta.glob<{ digest: string }>(
  ["../../src/games/*/plates/*.json", "../../components/stage/studio/pack/*.json"],
  { eager: true },
);
const digests = Object.values(plates).map(({ digest }) => digest);

const pictures = Object.entries({ ...sets, pack: { set: PACK } }).flatMap(([path, { set }]) => {
  const slug = /scenes\/(\w+)\//.exec(path)?.[1] ?? path;
  return set.pictures.map((picture) => ({ slug, name: picture.name, picture, set }));
});

test.each(pictures)(
  "the $name picture of $slug was rendered by its current scripts",
  async ({ slug, picture, set }) => {
    const digest = await digestFor(picture, set.sources);
    expect(digests, `Run "npm run render -- ${slug}".`).toContain(digest);
  },
);
