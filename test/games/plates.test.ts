import { expect, test } from "vitest";
import { digestFor } from "../../components/stage/studio/picture.ts";
import type { StudioSet } from "../../components/stage/studio/picture.ts";

const sets = import.meta.glob<{ set: StudioSet }>("../../components/scenes/*/studio.ts", {
  eager: true,
});
const plates = import.meta.glob<{ digest: string }>("../../src/games/*/plates/*.json", {
  eager: true,
});

const pictures = Object.entries(sets).flatMap(([path, { set }]) => {
  const slug = /scenes\/(\w+)\//.exec(path)?.[1] ?? "";
  return set.pictures.map((picture) => ({ slug, name: picture.name, picture, set }));
});

test.each(pictures)(
  "the picture $name of $slug matches its scripts",
  async ({ slug, name, picture, set }) => {
    const rendered = plates[`../../src/games/${slug}/plates/${name}.json`];
    expect(rendered?.digest, `Run "npm run render -- ${slug}".`).toBe(
      await digestFor(picture, set.sources),
    );
  },
);
