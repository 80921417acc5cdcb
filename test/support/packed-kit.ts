import { fileURLToPath } from "node:url";

/** The package for integrators, as packed by the build. */
export const packedKit = {
  folder: fileURLToPath(new URL("../../dist-kit", import.meta.url)),
  tarball: fileURLToPath(new URL("../../dist/tableside.tgz", import.meta.url)),
};
