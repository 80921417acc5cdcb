import type { VerifyWords } from "../words.ts";

export const words: VerifyWords = {
  page: {
    title: "Periksa satu ronde",
    lead: "Setiap ronde sudah ditetapkan sehari sebelum dimainkan. Di sini browser Anda sendiri membagikannya ulang dan memeriksa setiap langkah, dari komitmen sampai hasil.",
    language: "Bahasa",
    game: "Permainan",
    round: "Ronde",
    check: "Periksa",
    checking: "Memeriksa…",
    paste: "Atau catatan sebuah ronde, atau bukti yang Anda simpan",
    openFile: "Buka file",
    checkPasted: "Periksa yang ditempel",
    noRecord: "Ini bukan catatan sebuah ronde.",
    unavailable: "Tidak dapat diperoleh: {why}",
    otherRound: "Penyelenggara memberikan ronde lain, bukan yang diminta.",
    keys: "Kunci yang Anda simpan",
    keysHelp:
      "Kunci publik penyelenggara, satu per baris. Selama ada kunci di sini, kunci lain tidak dipercaya. Browser ini mengingatnya.",
    keepKeys: "Simpan kunci yang kini ditampilkan penyelenggara",
    badKeys: "Kunci terdiri dari 64 digit heksadesimal huruf kecil.",
    steps: "Langkah demi langkah",
    values: "Nilai",
    save: "Simpan bukti ini",
    saveHelp:
      "Simpan juga halaman ini: jika dibuka dari disk Anda, halaman ini memeriksa bukti yang tersimpan tanpa jaringan.",
  },
  statuses: {
    pass: "sah",
    fail: "gagal",
    word: "kata penyelenggara",
    open: "belum pasti",
    none: "tidak diperiksa",
  },
  checks: {
    format: "Terbaca",
    key: "Siapa yang menandatangani",
    signature: "Tanda tangan",
    day: "Ronde-ronde hari itu",
    header: "Header yang dimaksud",
    published: "Dipublikasikan lebih dulu",
    kept: "Disimpan sebelumnya",
    round: "Urutan dan waktu tutup",
    commitment: "Seed",
    inclusion: "Ditetapkan untuk sehari penuh",
    "beacon-number": "Beacon yang mana",
    beacon: "Beacon",
    outcome: "Hasil",
    results: "Dalam daftar hasil",
  },
  reasons: {
    "format-right": "Catatan dan header harinya memakai versi yang dipahami halaman ini.",
    "format-wrong": "Kolom “{field}” tidak ada atau tidak sesuai.",
    "key-pinned": "Kunci penanda tangan {key} adalah kunci yang Anda simpan.",
    "key-shown":
      "Kunci penanda tangan {key} adalah kunci yang ditampilkan penyelenggara hari ini. Simpan, lalu bandingkan lain kali.",
    "key-foreign": "Kunci penanda tangan {key} bukan salah satu kunci penyelenggara.",
    "key-unknown":
      "Tidak diketahui siapa yang menandatangani ini. Siapa pun dapat memalsukan bukti seperti ini dengan kuncinya sendiri. Bandingkan kuncinya dengan yang Anda simpan, atau tanyakan kepada penyelenggara.",
    "signature-right":
      "Tidak satu byte pun dari header yang berubah sejak ditandatangani penyelenggara.",
    "signature-wrong": "Tanda tangan tidak cocok dengan header.",
    "day-right":
      "Header mencakup semua ronde hari itu, dari yang pertama sampai terakhir, dan taruhan ditutup sesuai waktu protokol.",
    "day-wrong":
      "Pada {date} permainan ini memuat ronde {firstRound} sampai {lastRound}, dan taruhan ditutup {closesMs} ms setelah ronde dibuka; header menyatakan lain.",
    "header-right": "Catatan ini milik header ini dan bukan header lain.",
    "header-other": "Catatan menyebut header {named}, tetapi ini {headerHash}.",
    "published-before":
      "Menurut header itu sendiri, ia sudah dipublikasikan sehari sebelum harinya dimulai. Yang menyimpannya tepat waktu mengetahuinya.",
    "published-first":
      "Dipublikasikan {publishedAt}, dibuka {opensAt}. Tenggatnya {dueAt}, tetapi ini hari-hari pertama yang dipublikasikan penyelenggara.",
    "published-short":
      "Dipublikasikan {publishedAt}, padahal tenggatnya {dueAt}, 24 jam sebelum hari itu. Itu hanya boleh pada dua hari pertama penyelenggara, dan hanya penyelenggara yang dapat menyatakan apakah ini hari-hari itu.",
    "published-behind":
      "Dipublikasikan {publishedAt}, padahal tenggatnya {dueAt}, 24 jam sebelum hari itu. Hari sebelumnya dipublikasikan tepat waktu, jadi ini bukan hari-hari pertama penyelenggara.",
    "published-late":
      "Dipublikasikan {publishedAt}, padahal ronde sudah dibuka pada {opensAt}: sebelumnya tidak ada yang mengikat penyelenggara.",
    "published-older":
      "Ronde ini lebih lama daripada header pertama layanan ini, yang mencakup ronde mulai dari {firstRound}. Tidak ada yang dijanjikan untuknya, jadi tidak ada yang dapat dibuktikan atau disangkal.",
    "kept-same":
      "Catatan yang Anda simpan saat taruhan masih dibuka menyebut header dan hash yang sama.",
    "kept-other":
      "Catatan yang Anda simpan saat taruhan masih dibuka menyebut header atau hash lain.",
    "kept-nothing":
      "Tidak ada yang disimpan saat taruhan masih dibuka: umur header hanya menurut kata penyelenggara.",
    "round-right": "Ronde ini termasuk hari itu, dan taruhannya ditutup pada waktu menurut header.",
    "round-outside": "Ronde {round} tidak termasuk hari pada header.",
    "round-closing": "Menurut header taruhan ditutup {closesAt}; catatan menyatakan lain.",
    "commitment-right":
      "Seed yang ditampilkan sekarang adalah seed yang sebelumnya mengikat penyelenggara lewat hash-nya.",
    "commitment-wrong": "Seed menghasilkan {commitment}, bukan yang dikomitmenkan.",
    "inclusion-right":
      "Hash itu sejak awal ada di header yang ditandatangani: tidak ada seed yang ditukar.",
    "inclusion-wrong": "Hash-hash itu tidak menuju akar pada header.",
    "beacon-number-right":
      "Beacon mengikuti jam, 3 detik setelah taruhan ditutup. Tidak ada yang memilihnya.",
    "beacon-number-wrong": "Catatan menyebut beacon lain, bukan yang ditentukan jam.",
    "beacon-number-chain":
      "Rantai {chain} tidak termasuk yang Anda percaya, jadi jamnya tidak diketahui.",
    "beacon-number-seed": "Tanpa beacon: ronde ini ditentukan oleh seed saja.",
    "beacon-right":
      "Beacon ini asli. Selagi taruhan dibuka beacon ini belum ada, jadi tidak ada yang mengetahui hasilnya, penyelenggara pun tidak.",
    "beacon-wrong": "Ini bukan beacon dengan nomor itu.",
    "beacon-chain":
      "Rantai {chain} tidak termasuk yang Anda percaya, jadi kuncinya tidak diketahui.",
    "beacon-seed":
      "Ronde ini ditentukan oleh seed saja. Pemeriksaan membuktikan bahwa penyelenggara tidak mengubah hasilnya, tetapi tidak membuktikan bahwa penyelenggara tidak mengetahuinya selagi taruhan dibuka.",
    "outcome-right": "Dibagikan ulang, keluar tepat hasil ini.",
    "outcome-wrong": "Yang keluar berbeda dari catatan.",
    "outcome-early": "Hasil diungkap setelah ditetapkan.",
    "results-right":
      "Daftar hasil penyelenggara, dasar pembayaran taruhan, menyatakan hal yang sama.",
    "results-other": "Daftar hasil penyelenggara menyatakan lain tentang ronde ini.",
    "results-missing": "Daftar hasil penyelenggara tidak memuat ronde ini.",
    "results-unasked": "Daftar hasil tidak diminta dari penyelenggara.",
  },
  verdicts: {
    proven:
      "Terbukti: semua pemeriksaan sah, dan Anda sendiri menyimpan janji itu sebelum hasilnya diketahui.",
    consistent:
      "Konsisten: semuanya cocok, tetapi bahwa janji dibuat tepat waktu hanya menurut kata penyelenggara.",
    undecided: "Belum pasti: tidak ada yang salah, tetapi belum semuanya dapat diperiksa.",
    refuted: "Terbantah: satu pemeriksaan gagal.",
  },
};
