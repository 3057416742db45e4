export const refundsHindi = {}
