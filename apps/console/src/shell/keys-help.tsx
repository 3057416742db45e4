import { useStore } from '../lib/use-store.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ALL_PLACES } from './places.ts'
import { setSingleKeys, singleKeys } from './single-keys.ts'

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['/'], 'Search any id'],
  [['Ctrl', 'K'], 'Find a page or an action'],
  [['j'], 'Next row; the arrow keys do the same'],
  [['k'], 'Row before'],
  [['Enter'], 'Open the row'],
  [['Esc'], 'Close what is open'],
  [['?'], 'These keys'],
]

/** What the keys do, and the switch for those who want none. */
export function KeysHelp({ open, onClose }: { open: boolean; onClose(): void }) {
  const on = useStore(singleKeys)
  return (
    <Dialog open={open} onClose={onClose} title="Keys">
      <dl className="grid gap-x-8 sm:grid-cols-2">
        {[...KEYS, ...ALL_PLACES.map(({ key, label }) => [['g', key], label] as const)].map(([keys, does]) => (
          <div key={does} className="flex items-center justify-between gap-4 border-b border-rule py-1.5">
            <dt>{does}</dt>
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
