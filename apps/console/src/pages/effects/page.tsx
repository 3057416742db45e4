import { useNavigate, useSearch } from '@tanstack/react-router'
import { Choices } from '../../ui/choices.tsx'
import { PageFrame } from '../../ui/page.tsx'
import { EffectDialog } from './effect-dialog.tsx'
import { EffectList } from './effect-list.tsx'

const STATES = [
  { value: '', label: 'All' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'parked', label: 'Parked' },
  { value: 'done', label: 'Done' },
]

/** What had to happen because an order or a refund changed: handlers, notifications. */
export function Page() {
  const search = useSearch({ from: '/effects' })
  const navigate = useNavigate({ from: '/effects' })
  // `parked=true` is what other pages link to.
  const state = search.state ?? (search.parked === 'true' ? 'parked' : '')
  const set = (change: { state?: string; parked?: string; open?: string }, replace = true) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace, resetScroll: false })
  return (
    <PageFrame title="Effects" aside={<span className="text-soft">What your code and the notifiers are told</span>}>
      <Choices label="State" value={state} onChange={(next) => set({ state: next, parked: '' })} options={STATES} />
      <EffectList state={state} onOpen={(effectId) => set({ open: effectId }, false)} />
      {search.open !== undefined && <EffectDialog effectId={search.open} onClose={() => set({ open: '' })} />}
    </PageFrame>
  )
}
