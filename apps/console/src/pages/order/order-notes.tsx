import type { OrderStory } from '@galla/contract/books/console-routes'
import { lazy, Suspense } from 'react'
import { Note } from '../../ui/error-note.tsx'
import { Parked } from './parked.tsx'
import { SETTLEMENTS } from './words/settlements.ts'

const FailureNote = lazy(() => import('./failure-note.tsx').then(({ FailureNote }) => ({ default: FailureNote })))

/** What somebody who opens the page at night must know first. */
export function OrderNotes({ story: { order } }: { story: OrderStory }) {
  const settlement = order.settlement && SETTLEMENTS[order.settlement]
  return (
    <div className="mb-6 grid gap-3 empty:hidden">
      {order.parked && <Parked order={order} parked={order.parked} />}
      {settlement && (
        <Note tone="wait">
          <p>{settlement}</p>
        </Note>
      )}
      {order.state === 'FAILED' && (
        <Suspense>
          <FailureNote order={order} />
        </Suspense>
      )}
    </div>
  )
}
