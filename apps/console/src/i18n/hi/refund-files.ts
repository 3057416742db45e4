export const refundFilesHindi = {}
