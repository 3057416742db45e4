import type { Locale } from '../i18n/locales.ts'
import type { PageSettings } from '../shop-api.ts'

/**
 * The URL of a page of the sandbox with the language in which it opens, as the server adds it to the payment page's. Every other URL is
 * unchanged: it belongs to the provider or a bank, whose page may use what stands after its `#`.
 */
export function inLanguage(url: string, locale: Locale, settings: PageSettings | undefined): string {
  if (!settings?.testPayment || !URL.canParse(url)) return url
  const { origin, hash } = new URL(url)
  return hash === '' && origin === new URL(settings.checkoutScript).origin ? `${url}#lang=${locale}` : url
}
