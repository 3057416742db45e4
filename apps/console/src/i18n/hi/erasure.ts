export const erasureHindi = {}
