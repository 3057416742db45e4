/** The page's languages. */
export type Locale = 'en' | 'hi' | 'bn' | 'mr' | 'ta' | 'te'

export const LOCALES: readonly { readonly locale: Locale; readonly name: string }[] = [
  { locale: 'en', name: 'English' },
  { locale: 'hi', name: 'हिन्दी' },
  { locale: 'bn', name: 'বাংলা' },
  { locale: 'mr', name: 'मराठी' },
  { locale: 'ta', name: 'தமிழ்' },
  { locale: 'te', name: 'తెలుగు' },
]

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some(({ locale }) => locale === value)
}

/** The language's name in its own script. */
export const nameOf = (locale: Locale): string => LOCALES.find((one) => one.locale === locale)?.name ?? locale
