/**
 * The right half of a symmetrical line drawing, as SVG paths in its own units. The outline of the body starts and ends
 * on the axis.
 */
export interface HalfEmblem {
  /** The area in the side's colour; its outline is drawn like `lines`. */
  body: string;
  lines: string;
  fine: string;
  /** Areas filled with gold. */
  bright: string;
  /** Dark areas on top of the gold ones, such as pupils. */
  dark?: string;
}

/**
 * The sides' emblems, from -50 to 50 in both directions. Some extend further to the sides, where there is room for two
 * cards.
 */
export const emblems = {
  /** A dragon's head from the front: antlers above the brows, whiskers from the nostrils. */
  dragon: {
    body: "M0-26C4-29 7-30 9-29C12-38 12-46 8-54C15-50 19-45 20-39C25-42 29-47 30-53C35-46 33-39 26-34C32-34 38-37 43-42C43-33 36-27 24-25C31-24 38-25 47-29C44-21 40-17 35-14L48-9L37-3L45 6L31 6C27 9 24 12 23 16C26 24 27 31 24 36C22 40 19 43 16 44L15 51L9 46L0 53Z",
    lines:
      "M25 27C34 17 44 22 43 33C42 43 45 48 52 45M26 34C33 32 36 38 35 46M7 1C5 9 7 15 11 19M0 19C6 17 14 17 18 21C22 26 18 31 13 29M0 37C8 36 17 35 25 31",
    fine: "M0-4L4 2L0 8L4 13M15-31Q18-36 18-40M35-14L28-13M37-3L30-4M31 6L26 3M13 3Q19 7 19 13M5 49L4 44M11 48L10 43",
    bright:
      "M4-14C10-22 21-26 35-24C28-19 23-14 13-10C9-9 5-11 4-14ZM9-5C14-11 22-11 28-7C23-2 15 0 9-5ZM0-26L4-20L0-14ZM7 25A3.4 2.6 0 1 1 14 25A3.4 2.6 0 1 1 7 25ZM11 36L13 43L16 35.5ZM19 34L20 39L23 32Z",
    dark: "M19-9A3 3.4 0 1 1 18.9-9Z",
  },
  tiger: {
    body: "M0-36C6-39 12-39 17-36C18-46 26-51 34-47C41-43 41-33 37-26C43-19 46-11 46-3L50 4L44 8L48 17L41 19L41 28L33 29C27 39 14 46 0 47Z",
    lines:
      "M0 20V27C4 33 13 33 18 27M9 11C20 11 25 20 18 27M22-37C23-43 29-45 33-41C35-37 35-32 32-29",
    fine: "M6-3C4 3 5 7 8 10M22 18L40 13M22 21L42 20M21 24L39 27M6 42Q9 41 11 39",
    bright:
      "M7-4C12-12 22-13 30-10C26-2 15 2 7-4ZM0 11L9 10C11 13 8 17 0 20ZM7 31L9 40L14 31ZM0-33H9L8-30H1.5V-26H6L5-23H1.5V-18H7L6-15H0ZM7-12C13-20 24-21 33-15C25-17 15-16 7-12ZM38-25C32-21 26-21 21-24C26-17 34-18 40-21ZM46-8C39-6 34-6 30-9C33-1 41-1 46-3ZM45 7C39 8 34 6 30 3C32 11 39 13 44 11ZM18-36C17-31 14-28 11-27C15-26 20-30 21-36Z",
    dark: "M19-9.6A3.2 3.6 0 1 1 18.9-9.6Z",
  },
  /** A spade on a shield, below a coronet with three plumes, in front of two swords. */
  player: {
    body: "M0-17C11-17 20-19 27-24C29-19 33-16 38-15C39 10 29 36 0 50M0-20H15L18-27C23-26 29-30 30-36C31-42 26-46 20-44C18-41 14-38 11-36C12-42 7-49 0-51",
    lines: "M0-26H17M0-20H15L18-27M5-27C9-31 11-36 11-40",
    fine: "M0-12C10-12 19-14 24-17C27-13 30-11 33-11C33 9 24 31 0 44M38 7C54 11 65 2 62-8C60-15 50-14 51-7C52-3 57-3 57-7M48 9C50 17 58 22 64 17C68 13 64 8 60 11M0-47V-30M4-44L0-40M5-39L0-35M23-40L15-31M27-37L19-31",
    bright:
      "M0-8C5 1 20 7 20 19C20 28 8 30 3 22C3 28 6 32 10 35H0ZM0-25L3-23L0-21ZM8-24.5L10-23L8-21.5L6-23ZM32-17L46-40L51-47L49-38L36-14ZM25 30L28 27L41 40L38 43ZM27 41.5L41.5 27L44.5 30L30 44.5ZM43 40A3.6 3.6 0 1 1 42.9 40Z",
  },
  /** A bank's arms: six bezants on a shield, below a crown, in front of two keys. */
  banker: {
    body: "M0-17C11-17 20-19 27-24C29-19 33-16 38-15C39 10 29 36 0 50M0-20H19L28-42L17-34L13-47L6-34L0-48",
    lines: "M0-26H21M0-20H19",
    fine: "M0-12C10-12 19-14 24-17C27-13 30-11 33-11C33 9 24 31 0 44M38 7C54 11 65 2 62-8C60-15 50-14 51-7C52-3 57-3 57-7M48 9C50 17 58 22 64 17C68 13 64 8 60 11",
    bright:
      "M0-9A6.5 6.5 0 0 1 0 4ZM17-9A6.5 6.5 0 1 1 16.9-9ZM8.5 6A6.5 6.5 0 1 1 8.4 6ZM0 21A6.5 6.5 0 0 1 0 34ZM0-25L3-23L0-21ZM10-25L13-23L10-21L7-23ZM28-47A3 3 0 1 1 27.9-47ZM13-52A3 3 0 1 1 12.9-52ZM0-54A3.4 3.4 0 0 1 0-47ZM31-16L43-37L46-35L34-13ZM40-31L43-36L49-32L46-27ZM36-25L38-28L43-25L41-22ZM28 27L39 38L36 41L25 31ZM44 34A8 8 0 1 1 43.9 34ZM44 38A4 4 0 1 0 44.1 38Z",
  },
} as const satisfies Record<string, HalfEmblem>;

export type EmblemName = keyof typeof emblems;
