export const reconciliationHindi = {}
