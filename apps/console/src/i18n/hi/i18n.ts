export const i18nHindi = {}
