import { Monitor, Moon, Sun } from 'lucide-react'
import { createStore, readSetting, useStore, writeSetting } from '../api/browser.ts'
import { messages } from '../i18n/messages.ts'
import { settingsEnglish } from './english.ts'

const t = messages('shell/settings', settingsEnglish)

type Theme = 'system' | 'light' | 'dark'

const saved = readSetting('theme')

const theme = createStore<Theme>(saved === 'light' || saved === 'dark' ? saved : 'system')

/** Sets the attribute that the design tokens read; without it they follow the system. */
export function applyTheme(): void {
  const chosen = theme.get()
  if (chosen === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = chosen
}

export function chooseTheme(chosen: Theme): void {
  theme.set(chosen)
  writeSetting('theme', chosen === 'system' ? undefined : chosen)
  applyTheme()
}

const OPTIONS: readonly { value: Theme; label: string; Icon: typeof Sun }[] = [
  { value: 'system', label: t.system, Icon: Monitor },
  { value: 'light', label: t.light, Icon: Sun },
  { value: 'dark', label: t.dark, Icon: Moon },
]

export function ThemeSwitch() {
  const chosen = useStore(theme)
  return (
    <fieldset className="flex rounded-edge border border-rule-strong">
      <legend className="sr-only">{t.theme}</legend>
      {OPTIONS.map(({ value, label, Icon }) => (
        <button
          key={value}
          type="button"
          aria-pressed={chosen === value}
          aria-label={label}
          title={label}
          onClick={() => chooseTheme(value)}
          className="grid size-9 lg:size-8 place-items-center text-soft first-of-type:rounded-l-edge last-of-type:rounded-r-edge hover:text-ink aria-pressed:bg-brass-wash aria-pressed:text-ink"
        >
          <Icon size={16} aria-hidden />
        </button>
      ))}
    </fieldset>
  )
}
