export const financeHindi = {}
