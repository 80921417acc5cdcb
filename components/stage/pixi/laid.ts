/** Where a picture is drawn: `[a, b, c, d, x, y]` of its pixels, in device pixels. */
export type Placing = readonly [number, number, number, number, number, number];

/** A picture that is drawn so many times as large as it was painted is soft: nobody sees it half a pixel off. */
const SOFT = 3;
/** Of fewer pixels there is little to gain, and more would take up much memory. */
const [LEAST_PIXELS, MOST_PIXELS] = [20_000, 1_500_000];
/** One is kept once it was drawn the same so often: a hand that pauses moves on before that pays. */
const OFTEN = 4;

/**
 * A picture as it lies on the canvas. To smooth one that is enlarged, or leans, takes seven times as long as to lay it
 * down as it is: one that stays as it is from frame to frame is kept like that. What is soft may move.
 */
export class Laid {
  #picture: HTMLCanvasElement | undefined;
  #placing: readonly number[] = [];
  #drawn = 0;
  #canvas: HTMLCanvasElement | undefined;

  /**
   * Draws a picture with the context's own alpha and blending. `mayLay`: whether there is time to keep it. Returns
   * whether that was done.
   */
  draw(
    context: CanvasRenderingContext2D,
    picture: HTMLCanvasElement,
    [a, b, c, d, tx, ty]: Placing,
    mayLay: boolean,
  ): boolean {
    const isUpright = b === 0 && c === 0 && a > 0 && d > 0;
    const isSoft = isUpright && a >= SOFT && d >= SOFT;
    const [x, y] = isSoft ? [Math.round(tx), Math.round(ty)] : [tx, ty];
    const { width, height } = picture;
    const left = Math.floor(x + Math.min(0, a * width) + Math.min(0, c * height));
    const top = Math.floor(y + Math.min(0, b * width) + Math.min(0, d * height));
    const wide = Math.ceil(Math.abs(a) * width + Math.abs(c) * height) + 1;
    const high = Math.ceil(Math.abs(b) * width + Math.abs(d) * height) + 1;
    const isPlain = isUpright && a === 1 && d === 1;
    const isWorthIt = !isPlain && wide * high >= LEAST_PIXELS && wide * high <= MOST_PIXELS;
    const placing = [a, b, c, d, x - left, y - top];
    if (picture !== this.#picture || placing.some((value, i) => value !== this.#placing[i])) {
      [this.#picture, this.#placing, this.#drawn, this.#canvas] = [picture, placing, 0, undefined];
    }
    this.#drawn += 1;
    const lays = this.#drawn > OFTEN && isWorthIt && !this.#canvas && mayLay;
    if (lays) {
      this.#canvas = document.createElement("canvas");
      [this.#canvas.width, this.#canvas.height] = [wide, high];
      const own = this.#canvas.getContext("2d");
      own?.setTransform(a, b, c, d, x - left, y - top);
      own?.drawImage(picture, 0, 0);
    }
    if (this.#canvas) {
      context.setTransform(1, 0, 0, 1, left, top);
      context.drawImage(this.#canvas, 0, 0);
    } else {
      context.setTransform(a, b, c, d, x, y);
      context.drawImage(picture, 0, 0);
    }
    return lays;
  }
}
