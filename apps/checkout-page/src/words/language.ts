export type Language = 'en' | 'hi'

const KEY = 'checkout-language'

/** What was chosen here before, else the first of the browser's languages that we speak, else English. */
export function rememberedLanguage(): Language {
  const remembered = read()
  if (remembered === 'en' || remembered === 'hi') return remembered
  const preferred = navigator.languages.find((tag) => /^(?:en|hi)\b/.test(tag))
  return preferred?.startsWith('hi') ? 'hi' : 'en'
}

export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language)
  } catch {
    // A frame may be denied storage; the choice then lasts as long as the page.
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
