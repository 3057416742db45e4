import { useStore } from '../api/browser.ts'
import { Dialog } from '../components/dialog.tsx'
import { setSingleKeys, singleKeys } from '../components/keyboard.ts'
import { messages } from '../i18n/messages.ts'
import { keysEnglish } from './english.ts'
import { useNavItems } from './use-pages.ts'

const t = messages('shell/keys', keysEnglish)

type Shortcut = readonly [keys: readonly string[], action: string]

const GENERAL: readonly Shortcut[] = [
  [['/'], t.search],
  [['Ctrl', 'K'], t.menu],
  [['j'], t.next],
  [['k'], t.previous],
  [['Enter'], t.open],
  [['n'], t.nextOrder],
  [['p'], t.previousOrder],
  [['Esc'], t.close],
  [['?'], t.show],
]

/** The keyboard shortcuts, and the switch that turns single letters off. */
export function KeysHelp({ onClose }: { onClose(): void }) {
  const on = useStore(singleKeys)
  const pages = useNavItems().map(({ key, label }): Shortcut => [['g', key], label])
  return (
    <Dialog open onClose={onClose} title={t.title} wide>
      <div className="grid gap-x-12 gap-y-4 sm:grid-cols-2">
        <ShortcutList name={t.general} shortcuts={GENERAL} />
        <ShortcutList name={t.pages} shortcuts={pages} />
      </div>
      <label className="mt-4 flex min-h-10 items-center gap-3">
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => setSingleKeys(event.target.checked)}
          className="size-5 accent-brass"
        />
        {t.single}
      </label>
    </Dialog>
  )
}

function ShortcutList({ name, shortcuts }: { name: string; shortcuts: readonly Shortcut[] }) {
  return (
    <section>
      <h3 className="text-sm text-soft">{name}</h3>
      <dl>
        {shortcuts.map(([keys, action]) => (
          <div key={action} className="flex items-center justify-between gap-4 border-b border-rule py-1.5">
            <dt>{action}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-6 rounded-edge border border-rule-strong px-1.5 text-center font-mono text-xs"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
