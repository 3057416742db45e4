export const apiKeysHindi = {}
