/** The box of the picture in tables of 830x553, 390x260, 390x700 and 320x213, in CSS pixels. */
export const BOXES = [
  { width: 830, height: 375 },
  { width: 390, height: 180 },
  { width: 390, height: 380 },
  { width: 320, height: 137 },
] as const;
