export const ordersHindi = {}
