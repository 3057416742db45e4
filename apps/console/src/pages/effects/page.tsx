import { useNavigate, useSearch } from '@tanstack/react-router'
import { Choices } from '../../ui/choices.tsx'
import { PageFrame } from '../../ui/page.tsx'
import { EffectDialog } from './effect-dialog.tsx'
import { EffectList } from './effect-list.tsx'

const STATES = [
  { value: '', label: 'All' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'failed', label: 'Parked' },
  { value: 'done', label: 'Done' },
]

/** What had to happen because an order or a refund changed: handlers, notifications. */
export function Page() {
  const search = useSearch({ from: '/effects' })
  const navigate = useNavigate({ from: '/effects' })
  // `needsReview=true` is what other pages link to.
  const state = search.state ?? (search.needsReview === 'true' ? 'failed' : '')
  const set = (change: { state?: string; needsReview?: string; open?: string }, replace = true) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace, resetScroll: false })
  return (
    <PageFrame title="Effects" aside={<span className="text-soft">What your code and the notifiers are told</span>}>
      <Choices
        label="State"
        value={state}
        onChange={(next) => set({ state: next, needsReview: '' })}
        options={STATES}
      />
      <EffectList state={state} onOpen={(deliveryId) => set({ open: deliveryId }, false)} />
      {search.open !== undefined && <EffectDialog deliveryId={search.open} onClose={() => set({ open: '' })} />}
    </PageFrame>
  )
}
