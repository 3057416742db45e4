import { Monitor, Moon, Sun } from 'lucide-react'
import { createStore, keep, readKept, useStore } from '../api/browser.ts'

export type Theme = 'system' | 'light' | 'dark'

const kept = readKept('theme')

export const theme = createStore<Theme>(kept === 'light' || kept === 'dark' ? kept : 'system')

/** The tokens of the house know the attribute; without it the system decides. */
export function applyTheme(): void {
  const chosen = theme.get()
  if (chosen === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = chosen
}

export function chooseTheme(chosen: Theme): void {
  theme.set(chosen)
  keep('theme', chosen === 'system' ? undefined : chosen)
  applyTheme()
}

const CHOICES: readonly { theme: Theme; label: string; Icon: typeof Sun }[] = [
  { theme: 'system', label: 'As the system', Icon: Monitor },
  { theme: 'light', label: 'Light', Icon: Sun },
  { theme: 'dark', label: 'Dark', Icon: Moon },
]

export function ThemeSwitch() {
  const chosen = useStore(theme)
  return (
    <fieldset className="flex rounded-edge border border-rule-strong">
      <legend className="unseen">Colours</legend>
      {CHOICES.map(({ theme: one, label, Icon }) => (
        <button
          key={one}
          type="button"
          aria-pressed={chosen === one}
          aria-label={label}
          title={label}
          onClick={() => chooseTheme(one)}
          className="grid size-9 place-items-center text-soft first-of-type:rounded-l-edge last-of-type:rounded-r-edge hover:text-ink aria-pressed:bg-brass-wash aria-pressed:text-ink"
        >
          <Icon size={16} aria-hidden />
        </button>
      ))}
    </fieldset>
  )
}
