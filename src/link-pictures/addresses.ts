const files = import.meta.glob<string>("./*.jpg", {
  eager: true,
  query: "?url&no-inline",
  import: "default",
});

/** Where the picture that stands for the link to a round is, by game and winner: `baccarat-tie`. */
export const linkPictures: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(files).map(([path, address]) => [
    path.slice("./".length, -".jpg".length),
    address,
  ]),
);
