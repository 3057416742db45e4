export const auditHindi = {}
