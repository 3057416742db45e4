import { useStore } from '../api/browser.ts'
import { Dialog } from '../components/dialog.tsx'
import { setSingleKeys, singleKeys } from '../components/keyboard.ts'
import { useNavItems } from './use-pages.ts'

type Shortcut = readonly [keys: readonly string[], action: string]

const GENERAL: readonly Shortcut[] = [
  [['/'], 'Search by id, reference, UTR, amount'],
  [['Ctrl', 'K'], 'Open the command menu'],
  [['j'], 'Next row'],
  [['k'], 'Previous row'],
  [['Enter'], 'Open the row'],
  [['n'], 'Next order of the list'],
  [['p'], 'Previous order of the list'],
  [['Esc'], 'Close the dialog'],
  [['?'], 'Show the shortcuts'],
]

/** The keyboard shortcuts, and the switch that turns single letters off. */
export function KeysHelp({ open, onClose }: { open: boolean; onClose(): void }) {
  const on = useStore(singleKeys)
  const pages = useNavItems().map(({ key, label }): Shortcut => [['g', key], label])
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" wide>
      <div className="grid gap-x-12 gap-y-4 sm:grid-cols-2">
        <ShortcutList name="General" shortcuts={GENERAL} />
        <ShortcutList name="Go to a page" shortcuts={pages} />
      </div>
      <label className="mt-4 flex min-h-10 items-center gap-3">
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => setSingleKeys(event.target.checked)}
          className="size-5 accent-brass"
        />
        Use single letters as shortcuts
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
