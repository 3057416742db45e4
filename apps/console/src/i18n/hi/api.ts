export const apiHindi = {}
