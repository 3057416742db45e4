/** The shop's languages. */
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

const WITH_DAY_PERIOD: Intl.DateTimeFormatOptions = { hour: 'numeric', hour12: true, dayPeriod: 'short' }

/** The time of the day: `12:13 am`; where the part of the day stands before the hour, as in `रात 12:13 बजे`, with it. */
const TIMES: { readonly [Name in Locale]?: Intl.DateTimeFormatOptions } = {
  hi: WITH_DAY_PERIOD,
  mr: WITH_DAY_PERIOD,
  ta: WITH_DAY_PERIOD,
}

/** Day and time in the reader's time zone, with the digits of the amounts: `24 November 2026 at 12:13 am`. */
export function momentIn(locale: Locale, atMs: number, timeZone?: string): string {
  const day = {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    numberingSystem: 'latn',
  } as const
  return new Intl.DateTimeFormat(`${locale}-IN`, { ...day, ...TIMES[locale], timeZone }).format(atMs)
}

/** The language's name in its own script. */
export const nameOf = (locale: Locale): string => LOCALES.find((one) => one.locale === locale)?.name ?? locale
