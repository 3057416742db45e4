import { MODES, modeWord } from '../../lib/mode-word.ts'
import { DayFilters } from '../../ui/day-filters.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { Select } from '../../ui/select.tsx'
import { countFilters, type OrdersSearch } from './query-of.ts'
import { RupeeFilter } from './rupee-filter.tsx'

interface OrderFiltersProps {
  search: OrdersSearch
  onChange(change: OrdersSearch): void
}

const SORTS = [
  { value: 'created', label: 'Newest first' },
  { value: 'updated', label: 'Last changed first' },
  { value: 'amount', label: 'Largest first' },
]

const NONE: OrdersSearch = { paymentMode: '', from: '', to: '', minAmount: '', maxAmount: '' }

export function OrderFilters({ search, onChange }: OrderFiltersProps) {
  const { paymentMode = '', from = '', to = '', minAmount = '', maxAmount = '', sort = 'created' } = search
  // One that came by an address is chosen as well, whether it is known here or not.
  const modes = paymentMode === '' || MODES.includes(paymentMode) ? MODES : [...MODES, paymentMode]
  return (
    <FilterBar count={countFilters(search)} onClear={() => onChange(NONE)}>
      <Select
        label="Payment mode"
        value={paymentMode}
        onChange={(next) => onChange({ paymentMode: next })}
        options={[{ value: '', label: 'Any' }, ...modes.map((value) => ({ value, label: modeWord(value) }))]}
        className="md:w-40"
      />
      <DayFilters from={from} to={to} onChange={onChange} />
      <RupeeFilter label="From ₹" paise={minAmount} onCommit={(next) => onChange({ minAmount: next })} />
      <RupeeFilter label="To ₹" paise={maxAmount} onCommit={(next) => onChange({ maxAmount: next })} />
      <Select
        label="Sort"
        value={sort}
        onChange={(next) => onChange({ sort: next === 'created' ? '' : next })}
        options={SORTS}
        className="md:w-44"
      />
    </FilterBar>
  )
}
