import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { DESKTOP } from './console-browser.ts'

/** A browser that asks for Hindi. */
export const HINDI: BrowserContextOptions = { ...DESKTOP, locale: 'hi-IN' }

/** Words that Indian screens write in Latin letters. */
const LATIN =
  /\b(?:Galla|PhonePe(?: Business)?|AutoPay|RuPay|Visa|Mastercard|UPI|UTR|VPA|QR|API|CSV|PDF|JSON|HTTPS?|URL|IDs?|IST|OTP|SDK|webhooks?|callbacks?|keys?|PostgreSQL|MT940|camt\.053|XML|IFSC|GMV|Ctrl|Esc|Enter|Shift|Alt|Tab|ms|s|min|h|k|L|Cr|B|kB|MB|GB)\b/gi

/** Codes such as PENDING, names of files and of methods, and the shop of the tests, whose name stands in titles. */
const NAMES = /\b(?:[A-Z]{4,}(?:_[A-Z]+)*|\w+\.\w+)\b|Chai & Chapters/g

/** Texts of the page that have an English word, outside of code, ids, names and what others wrote. */
async function englishOn(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const others = 'code, pre, kbd, script, style, noscript, .font-mono, [translate="no"], [lang="en"]'
    const found: string[] = []
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const element = node.parentElement
      if (element && !element.closest(others)) found.push(node.textContent ?? '')
    }
    for (const named of document.querySelectorAll('[aria-label], [placeholder], [title]'))
      if (!named.closest(others))
        for (const name of ['aria-label', 'placeholder', 'title']) found.push(named.getAttribute(name) ?? '')
    return found
  })
  const isEnglish = (text: string) =>
    /[a-z]{3,}/i.test(
      text
        .replace(NAMES, '')
        .replace(LATIN, '')
        .replace(/\S*[\d@_/:-]\S*/g, ''),
    )
  return [...new Set(texts.map((text) => text.trim()).filter(isEnglish))]
}

/** The document is in Hindi, and each text of ours on the page is. Names, ids, codes and what the provider wrote stay as they are. */
export async function expectHindi(page: Page): Promise<void> {
  expect(await page.locator('html').getAttribute('lang')).toBe('hi')
  expect(await englishOn(page)).toEqual([])
}
