export const componentsHindi = {}
