import { Columns3 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { COLUMNS } from './columns.tsx'

interface ColumnChoiceProps {
  /** `utr,payer` */
  chosen: string | undefined
  onChange(columns: string): void
}

/** Which columns stand beside the usual ones; it is kept in the address, so that a view can be sent to somebody. */
export function ColumnChoice({ chosen = '', onChange }: ColumnChoiceProps) {
  const [open, setOpen] = useState(false)
  const named = chosen.split(',').filter(Boolean)
  const turn = (id: string) =>
    onChange((named.includes(id) ? named.filter((one) => one !== id) : [...named, id]).join(','))
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Columns3 size={16} aria-hidden />
        Columns
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Columns">
        <fieldset>
          <legend className="mb-2 text-soft">Shown beside the usual ones</legend>
          {COLUMNS.filter(({ optional }) => optional).map(({ id, header }) => (
            <label key={id} className="flex min-h-11 items-center gap-3 border-b border-rule last:border-b-0">
              <input
                type="checkbox"
                checked={named.includes(id)}
                onChange={() => turn(id)}
                className="size-5 accent-brass"
              />
              {header}
            </label>
          ))}
        </fieldset>
      </Dialog>
    </>
  )
}
