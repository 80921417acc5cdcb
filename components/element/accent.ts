/**
 * A colour as `#rrggbb`, out of any CSS colour or of bare hexadecimal digits; undefined for
 * what is no colour, or one that is see-through. The stage mixes colours by their digits.
 */
export function hexColour(text: string): string | undefined {
  const colour = /^([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text) ? `#${text}` : text;
  const context = document.createElement("canvas").getContext("2d");
  if (context === null || !CSS.supports("color", colour)) {
    return undefined;
  }
  // A canvas tells the colour it was given in one of two forms: #rrggbb, or rgba() when see-through.
  context.fillStyle = colour;
  return /^#[0-9a-f]{6}$/.test(context.fillStyle) ? context.fillStyle : undefined;
}
