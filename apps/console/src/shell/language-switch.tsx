import { Languages } from 'lucide-react'
import { chooseLanguage, LANGUAGES, type Language, language } from '../i18n/language.ts'
import { messages } from '../i18n/messages.ts'
import { settingsEnglish } from './english.ts'

const t = messages('shell/settings', settingsEnglish)

const NAMES = Object.entries(LANGUAGES) as [Language, string][]

/** Chooses the language of the console, each by its own name. A native select needs no font of a language that is not shown. */
export function LanguageSwitch() {
  if (import.meta.env.ENGLISH_ONLY) return null
  return (
    <label className="relative flex items-center text-sm text-soft hover:text-ink">
      <span className="sr-only">{t.language}</span>
      <Languages size={16} aria-hidden className="pointer-events-none absolute left-2" />
      <select
        value={language}
        onChange={(event) => chooseLanguage(event.target.value as Language)}
        className="field-sizing-content min-h-9 lg:min-h-8.5 appearance-none rounded-edge border border-rule-strong bg-transparent pr-1.5 pl-7"
      >
        {NAMES.map(([value, name]) => (
          <option key={value} value={value} lang={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
