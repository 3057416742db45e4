export const healthHindi = {}
