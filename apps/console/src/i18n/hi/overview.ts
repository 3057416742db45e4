export const overviewHindi = {}
