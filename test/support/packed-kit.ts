import { fileURLToPath } from "node:url";

/** The package for integrators as it is published. */
export interface PackedKit {
  /** The folder that is packed. */
  readonly folder: string;
  readonly tarball: string;
}

/** As the build has packed it. */
export const packedKit: PackedKit = {
  folder: fileURLToPath(new URL("../../dist-kit", import.meta.url)),
  tarball: fileURLToPath(new URL("../../dist/tableside.tgz", import.meta.url)),
};
