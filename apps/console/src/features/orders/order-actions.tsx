import type { OrderStory } from '@galla/contract/gateway-api/console-routes'
import type { Order, Resolution } from '@galla/contract/gateway-api/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { Button, Field } from '../../components/controls.tsx'
import { Dialog, say } from '../../components/dialog.tsx'
import { ErrorNote, Note } from '../../components/page.tsx'
import { Time } from '../../components/records.tsx'
import { amountText } from '../../i18n/format.ts'
import { markOf } from '../../i18n/terms.ts'

const GiveBack = lazy(() => import('./create-refund.tsx').then(({ GiveBack }) => ({ default: GiveBack })))

/** What a person may do with an order: ask the provider, give money back. */
export function OrderActions({ story: { order } }: { story: OrderStory }) {
  const client = useQueryClient()
  const { merchantOrderId } = order
  const [giving, setGiving] = useState(false)
  const ask = useMutation({
    mutationFn: () => call('POST /orders/:merchantOrderId/sync', { params: { merchantOrderId } }),
    onSuccess: (story) => {
      client.setQueryData(keys.order(merchantOrderId), story)
      const { word } = markOf('order', story.order.state)
      say(
        story.order.state === order.state
          ? `The provider was asked. The order is still: ${word}.`
          : `The provider was asked. The order is now: ${word}.`,
      )
    },
  })
  return (
    <>
      {ask.error && <ErrorNote error={ask.error} what="The provider could not be asked." />}
      <Button busy={ask.isPending} onClick={() => ask.mutate()}>
        Ask the provider now
      </Button>
      {order.refundableAmount > 0 && (
        <Button look="main" onClick={() => setGiving(true)}>
          Refund…
        </Button>
      )}
      {giving && (
        <Suspense>
          <GiveBack order={order} onClose={() => setGiving(false)} />
        </Suspense>
      )}
    </>
  )
}

const FailureNote = lazy(() => import('./failure-note.tsx').then(({ FailureNote }) => ({ default: FailureNote })))

/** What somebody who opens the page at night must know first. */
export function OrderNotes({ story: { order } }: { story: OrderStory }) {
  const resolution = order.resolution && SETTLEMENTS[order.resolution]
  return (
    <div className="mb-6 grid gap-3 empty:hidden">
      {order.needsReview && <Parked order={order} needsReview={order.needsReview} />}
      {resolution && (
        <Note tone="wait">
          <p>{resolution}</p>
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

interface ParkedProps {
  order: Order
  needsReview: NonNullable<Order['needsReview']>
}

/** Why the order stands still, and the way on: a person's word, written down. */
export function Parked({ order, needsReview: { rule, reason, atMs } }: ParkedProps) {
  const [open, setOpen] = useState(false)
  return (
    <Note tone="bad">
      <p>
        <strong>This order waits for a person.</strong> {reason}
      </p>
      <p className="text-sm">
        Rule <code className="font-mono text-xs">{rule}</code>, <Time atMs={atMs} />. Nothing is delivered and nothing
        given back until somebody has looked: compare with the provider’s dashboard first.
      </p>
      <Button small onClick={() => setOpen(true)}>
        Let it go on…
      </Button>
      {open && <Unpark order={order} onClose={() => setOpen(false)} />}
    </Note>
  )
}

function Unpark({ order, onClose }: { order: Order; onClose(): void }) {
  const { merchantOrderId, surplusAmount = 0 } = order
  const client = useQueryClient()
  const [note, setNote] = useState('')
  const [giveBack, setGiveBack] = useState(surplusAmount > 0)
  const [missing, setMissing] = useState(false)
  const unpark = useMutation({
    mutationFn: () =>
      call('POST /orders/:merchantOrderId/resolve-review', {
        params: { merchantOrderId },
        body: { note: note.trim(), ...(surplusAmount > 0 ? { giveBack } : {}) },
      }),
    onSuccess: (story) => {
      client.setQueryData(keys.order(merchantOrderId), story)
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title="Let the order go on">
      <form
        className="grid gap-4 text-ink"
        onSubmit={(event) => {
          event.preventDefault()
          setMissing(note.trim() === '')
          if (note.trim() !== '' && !unpark.isPending) unpark.mutate()
        }}
      >
        <p>The books ask the provider again and follow the order as before. Your note stays in its story.</p>
        <Field
          label="What you found"
          value={note}
          onChange={setNote}
          data-first
          maxLength={500}
          autoComplete="off"
          placeholder="Spoke with the provider, ticket 4711"
          error={missing && note.trim() === '' ? 'Write down what you found: the next person will ask.' : undefined}
        />
        {surplusAmount > 0 && (
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={giveBack}
              onChange={(event) => setGiveBack(event.target.checked)}
              className="size-5 accent-brass"
            />
            Give back {amountText(surplusAmount)}, which was paid twice
          </label>
        )}
        {unpark.error && <ErrorNote error={unpark.error} what="The order still waits." />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" busy={unpark.isPending}>
            Let it go on
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** What became of a paid order's money, where it is not the plain case. */
export const SETTLEMENTS: { readonly [Key in Resolution]?: string } = {
  'late-refund':
    'The money came after the order had failed or expired, so it goes back by itself: the shop delivers nothing for it. Its refund stands beside.',
  'duplicate-refund':
    'Another order of the same reference was paid first, so this money goes back by itself: nothing is delivered twice. Its refund stands beside.',
}
