import type { Order } from '@galla/contract/gateway-api/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { amountText } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNote, Note } from '../../ui/error-note.tsx'
import { Field } from '../../ui/field.tsx'
import { Time } from '../../ui/time.tsx'

interface ParkedProps {
  order: Order
  needsReview: NonNullable<Order['needsReview']>
}

/** Why the order stands still, and the way on: a person's word, written down. */
export function Parked({ order, needsReview: { reason: rule, message: reason, sinceMs: atMs } }: ParkedProps) {
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
