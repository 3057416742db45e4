export const callbacksHindi = {}
