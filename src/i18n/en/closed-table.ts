export const words = {
  unavailable: "This table is not available at the moment.",
  comesBack: "It will come back by itself.",
};
