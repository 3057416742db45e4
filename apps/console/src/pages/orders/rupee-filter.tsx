import { inr } from '@galla/contract/money'
import { useEffect, useState } from 'react'
import { rupeesText } from '../../ui/amount.tsx'
import { Field } from '../../ui/field.tsx'

interface RupeeFilterProps {
  label: string
  /** As the address has it; empty for none. */
  paise: string
  onCommit(paise: string): void
}

/** An amount to filter by, typed in rupees, kept in paise. */
export function RupeeFilter({ label, paise, onCommit }: RupeeFilterProps) {
  const shown = /^\d{1,15}$/.test(paise) ? rupeesText(Number(paise)) : ''
  const [typed, setTyped] = useState(shown)
  const [wrong, setWrong] = useState(false)
  useEffect(() => setTyped(shown), [shown])
  const commit = () => {
    const next = paiseOf(typed)
    setWrong(next === undefined)
    if (next !== undefined && next !== paise) onCommit(next)
  }
  return (
    <form
      className="md:w-28"
      onSubmit={(event) => {
        event.preventDefault()
        commit()
      }}
    >
      <Field
        label={label}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        onChange={setTyped}
        onBlur={commit}
        error={wrong ? 'Like 1,499.50' : undefined}
      />
    </form>
  )
}

function paiseOf(rupees: string): string | undefined {
  if (rupees.trim() === '') return ''
  try {
    return String(inr(rupees))
  } catch {
    return undefined
  }
}
