export const disputesHindi = {}
