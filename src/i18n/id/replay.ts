import type { ReplayWords } from "../words.ts";

export const words: ReplayWords = {
  replay: "Putar ulang",
  play: "Putar",
  pause: "Jeda",
  position: "Posisi",
  moment: "{chapter}, detik {at} dari {length}",
  speed: "Kecepatan: {speed}",
  next: "Bagian berikutnya",
  link: "Salin tautan",
  copied: "Tautan disalin",
  selected: "Salin tautan ini",
  unknownRound: "Tidak ada putar ulang ronde {round}: ronde itu belum selesai atau tidak ada.",
  offline: "Ronde tidak dapat dimuat.",
  again: "Coba lagi",
  proof: "Bukti",
};
