import type { CameraPose } from "../../../components/stage/cards/camera.ts";
import { filmedBy } from "../../../components/stage/cards/filming.ts";
import type { FilmedTable } from "../../../components/stage/cards/filming.ts";
import type { CloseUp } from "../../../components/stage/pixi/close-up.ts";
import type { Play, Scene, Size } from "../../../components/stage/scene.ts";
import { treeKit } from "./tree-kit.ts";

/** Where the camera of a game looks. */
export type CameraOf = (view: Play<unknown>, ms: number, pose: unknown) => CameraPose;

/** A table under its camera, in a box, of which nothing is painted: where all of it is placed is noted. */
export function filmedTable(
  scene: Scene<unknown, unknown>,
  cameraOf: CameraOf,
  view: Play,
  size: Size,
) {
  const { kit, ...tree } = treeKit();
  const table = scene.build(kit, view) as FilmedTable<unknown>;
  const film = filmedBy<unknown, unknown, FilmedTable<unknown>>(
    cameraOf,
    () => 0,
    () => ({}),
    {} as CloseUp,
  );
  const poseAt = (ms: number) => scene.pose(view, ms);
  const camera = film.build(kit, view, table);
  table.resize(size);
  camera.resize(size);
  return {
    ...tree,
    table,
    /** Shows a moment of the phase, in ms, and says where the camera looks then. */
    show(ms: number): CameraPose {
      const pose = film.pose(view, ms, poseAt(ms), poseAt);
      table.show(poseAt(ms));
      camera.show(pose);
      return pose.camera;
    },
  };
}
