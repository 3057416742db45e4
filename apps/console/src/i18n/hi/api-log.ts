export const apiLogHindi = {}
