export const usersHindi = {}
