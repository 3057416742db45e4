import { readSetting, writeSetting } from '../api/browser.ts'

/** The languages of the console, by the name that each has in itself. */
export const LANGUAGES = { en: 'English', hi: 'हिन्दी' } as const

export type Language = keyof typeof LANGUAGES

/** The language of this document: the chosen one, else Hindi in a browser that asks for Hindi first, else English. */
export const language: Language = chosenLanguage()

function chosenLanguage(): Language {
  // Unit tests read messages without a document.
  if (typeof document === 'undefined') return 'en'
  const chosen = readSetting('language')
  if (chosen !== undefined && Object.hasOwn(LANGUAGES, chosen)) return chosen as Language
  return navigator.language.startsWith('hi') ? 'hi' : 'en'
}

/** Stores the language and loads the page again: every text of a document is in one language. */
export function chooseLanguage(chosen: Language): void {
  writeSetting('language', chosen)
  window.location.reload()
}
