export const accountHindi = {}
