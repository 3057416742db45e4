export const subscriptionsHindi = {}
