import { useStore } from '../api/browser.ts'
import { useAbout } from '../api/queries.ts'
import { Dialog } from '../components/dialog.tsx'
import { setSingleKeys, singleKeys } from '../components/keyboard.ts'
import { ALL_PLACES } from './places.ts'

type Key = readonly [keys: readonly string[], does: string]

const KEYS: readonly Key[] = [
  [['/'], 'Search any id'],
  [['Ctrl', 'K'], 'Find a page or an action'],
  [['j'], 'Next row, as the arrow does'],
  [['k'], 'Row before'],
  [['Enter'], 'Open the row'],
  [['Esc'], 'Close what is open'],
  [['?'], 'These keys'],
]

/** What the keys do, and the switch for those who want none. */
export function KeysHelp({ open, onClose }: { open: boolean; onClose(): void }) {
  const on = useStore(singleKeys)
  const { data: about } = useAbout()
  const pages = ALL_PLACES.filter(({ sandbox }) => !sandbox || about?.sandbox).map(
    ({ key, label }): Key => [['g', key], label],
  )
  return (
    <Dialog open={open} onClose={onClose} title="Keys" wide>
      <div className="grid gap-x-12 gap-y-4 sm:grid-cols-2">
        <KeyList name="Everywhere" keys={KEYS} />
        <KeyList name="To a page" keys={pages} />
      </div>
      <label className="mt-4 flex min-h-10 items-center gap-3">
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => setSingleKeys(event.target.checked)}
          className="size-5 accent-brass"
        />
        Single letters work as keys
      </label>
    </Dialog>
  )
}

function KeyList({ name, keys }: { name: string; keys: readonly Key[] }) {
  return (
    <section>
      <h3 className="text-sm text-soft">{name}</h3>
      <dl>
        {keys.map(([strokes, does]) => (
          <div key={does} className="flex items-center justify-between gap-4 border-b border-rule py-1.5">
            <dt>{does}</dt>
            <dd className="flex gap-1">
              {strokes.map((stroke) => (
                <kbd
                  key={stroke}
                  className="min-w-6 rounded-edge border border-rule-strong px-1.5 text-center font-mono text-xs"
                >
                  {stroke}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
