import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { spanOf } from '../../lib/span-of.ts'
import { Choices } from '../../ui/choices.tsx'
import { DayFilters } from '../../ui/day-filters.tsx'
import { FilterBar, TextFilter } from '../../ui/filter-bar.tsx'
import { PageFrame } from '../../ui/page.tsx'
import { CallbackList } from './callback-list.tsx'
import { VIEWS, viewQuery } from './views.ts'

/** The inbox: everything that was sent to the callback address, and what became of it. */
export function Page() {
  const { verdict = '', event = '', id = '', from = '', to = '' } = useSearch({ from: '/callbacks' })
  const navigate = useNavigate({ from: '/callbacks' })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const set = (change: { verdict?: string; event?: string; id?: string; from?: string; to?: string }) => {
    setChosen(new Set())
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true, resetScroll: false })
  }
  const count = [event, id, from, to].filter((value) => value !== '').length
  const clear = () => set({ event: '', id: '', from: '', to: '' })
  return (
    <PageFrame title="Callbacks" aside={<span className="text-soft">Webhooks, as the provider also calls them</span>}>
      <Choices label="Which callbacks" value={verdict} onChange={(next) => set({ verdict: next })} options={VIEWS} />
      <FilterBar count={count} onClear={clear}>
        <TextFilter label="Order or refund id" value={id} onCommit={(next) => set({ id: next })} />
        <TextFilter
          label="Event"
          value={event}
          onCommit={(next) => set({ event: next })}
          placeholder="checkout.order.completed"
        />
        <DayFilters from={from} to={to} onChange={set} />
      </FilterBar>
      <CallbackList
        view={verdict}
        filters={{ event, id, ...spanOf({ from, to }), ...viewQuery(verdict) }}
        filtered={count > 0}
        chosen={chosen}
        onChoose={setChosen}
        onClear={clear}
      />
    </PageFrame>
  )
}
