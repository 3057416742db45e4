import { DayFilters } from '../../ui/day-filters.tsx'
import { FilterBar, TextFilter } from '../../ui/filter-bar.tsx'
import { Select } from '../../ui/select.tsx'
import { BOOKS_ENDPOINTS, endpointWords } from './words/endpoints.ts'
import { errorWords } from './words/error-kinds.ts'

export interface CallFilterValues {
  endpoint: string
  outcome: string
  errorKind: string
  code: string
  id: string
  from: string
  to: string
}

const OUTCOMES = [
  { value: '', label: 'Any' },
  { value: 'ok', label: 'OK' },
  { value: 'failed', label: 'Failed' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'unknown', label: 'Unknown' },
  { value: 'not-sent', label: 'Not sent' },
]

interface CallFiltersProps {
  values: CallFilterValues
  /** The groups of errors know days alone. */
  onlyDays: boolean
  onChange(change: Partial<CallFilterValues>): void
  onClear(): void
}

export function CallFilters({ values, onlyDays, onChange, onClear }: CallFiltersProps) {
  const { endpoint, outcome, errorKind, code, id, from, to } = values
  const days = <DayFilters from={from} to={to} onChange={onChange} />
  const count = (set: readonly string[]) => set.filter((value) => value !== '').length
  if (onlyDays) {
    return (
      <FilterBar count={count([from, to])} onClear={() => onChange({ from: '', to: '' })}>
        {days}
      </FilterBar>
    )
  }
  const known = [...new Set([...BOOKS_ENDPOINTS, ...(endpoint === '' ? [] : [endpoint])])]
  return (
    <FilterBar count={count(Object.values(values))} onClear={onClear}>
      <Select
        label="Call"
        className="md:w-52"
        value={endpoint}
        onChange={(next) => onChange({ endpoint: next })}
        options={[{ value: '', label: 'Any' }, ...known.map((value) => ({ value, label: endpointWords(value) }))]}
      />
      <Select
        className="md:w-40"
        label="Outcome"
        value={outcome}
        onChange={(next) => onChange({ outcome: next })}
        options={OUTCOMES}
      />
      {(errorKind !== '' || code !== '') && (
        <Select
          label="Error"
          className="md:w-52"
          value="set"
          onChange={() => onChange({ errorKind: '', code: '' })}
          options={[
            { value: 'set', label: [errorWords(errorKind), code].filter((part) => part !== '').join(', ') },
            { value: '', label: 'Any' },
          ]}
        />
      )}
      <TextFilter label="Order or refund id" value={id} onCommit={(next) => onChange({ id: next })} />
      {days}
    </FilterBar>
  )
}
