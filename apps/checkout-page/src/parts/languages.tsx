import { useSpoken } from '../words/use-words.tsx'

const LANGUAGES = [
  { language: 'en', name: 'English' },
  { language: 'hi', name: 'हिन्दी' },
] as const

/** The languages, each by its own name. */
export function Languages() {
  const { words, language: current, speak } = useSpoken()
  return (
    <nav className="languages" aria-label={words.language}>
      {LANGUAGES.map(({ language, name }) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === current}
          onClick={() => speak(language)}
        >
          {name}
        </button>
      ))}
    </nav>
  )
}
