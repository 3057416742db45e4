export const deliveriesHindi = {}
