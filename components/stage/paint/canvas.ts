/** A new canvas's 2D context; the size is in pixels. Throws an Error if the browser has none. */
export function newContext(
  width = 1,
  height = width,
  settings?: CanvasRenderingContext2DSettings,
): CanvasRenderingContext2D {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d", settings);
  if (context === null) {
    throw new Error("This browser provides no 2D context.");
  }
  return context;
}
