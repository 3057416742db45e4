import { readSetting, writeSetting } from '../api/browser.ts'

declare global {
  interface ImportMetaEnv {
    /** Set in the build of the test tools, which has no other language. */
    readonly ENGLISH_ONLY?: true
  }
  interface ImportMeta {
    readonly env: ImportMetaEnv
  }
}

/** The languages of the console, by the name that each has in itself. */
export const LANGUAGES = { en: 'English', hi: 'हिन्दी' } as const

export type Language = keyof typeof LANGUAGES

/** The chosen language, else Hindi in a browser that asks for Hindi first, else English. */
function chosenLanguage(): Language {
  // Unit tests read messages without a document.
  if (typeof document === 'undefined') return 'en'
  const chosen = readSetting('language')
  if (chosen !== undefined && Object.hasOwn(LANGUAGES, chosen)) return chosen as Language
  return navigator.language.startsWith('hi') ? 'hi' : 'en'
}

/** Loaded before the first module that has messages. Undefined in English, and without the file, as on a connection that fails. */
export const hindi = !import.meta.env.ENGLISH_ONLY && chosenLanguage() === 'hi' ? await loadHindi() : undefined

async function loadHindi(): Promise<{ readonly [topic: string]: unknown } | undefined> {
  try {
    return (await import('./hi/index.ts')).hindiMessages
  } catch {
    return undefined
  }
}

/** The language of this document. */
export const language: Language = hindi === undefined ? 'en' : 'hi'

/** Stores the language and loads the page again: every text of a document is in one language. */
export function chooseLanguage(chosen: Language): void {
  writeSetting('language', chosen)
  window.location.reload()
}
