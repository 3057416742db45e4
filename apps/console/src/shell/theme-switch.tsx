import { Monitor, Moon, Sun } from 'lucide-react'
import { useStore } from '../lib/use-store.ts'
import { chooseTheme, type Theme, theme } from './theme.ts'

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
