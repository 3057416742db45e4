import type { Order } from '@galla/contract/gateway-api/orders'
import { inr, type Paise } from '@galla/contract/money'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { Button, Field } from '../../components/controls.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { ErrorNote, Facts, Loading } from '../../components/page.tsx'
import { Amount } from '../../components/records.tsx'
import { amountText, rupeesText } from '../../i18n/format.ts'
import { RefundFacts } from '../refunds/refund-details.tsx'

/** Gives money back. The refund's id is made when the form opens: however often it is sent, it is one refund. */
export function GiveBack({ order, onClose }: { order: Order; onClose(): void }) {
  const [merchantRefundId] = useState(() => `r-${crypto.randomUUID()}`)
  const [asked, setAsked] = useState(false)
  return (
    <Dialog open onClose={onClose} title="Refund">
      {asked ? (
        <RefundProgress merchantRefundId={merchantRefundId} onClose={onClose} />
      ) : (
        <RefundForm
          order={order}
          merchantRefundId={merchantRefundId}
          onAsked={() => setAsked(true)}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

interface RefundFormProps {
  order: Order
  merchantRefundId: string
  onAsked(): void
  onClose(): void
}

export function RefundForm({ order, merchantRefundId, onAsked, onClose }: RefundFormProps) {
  const { merchantOrderId, refundableAmount } = order
  const client = useQueryClient()
  const [rupees, setRupees] = useState(rupeesText(refundableAmount))
  const [note, setNote] = useState('')
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const { amount, fault } = readAmount(rupees, refundableAmount)
  const confirmed = typed.trim().toUpperCase() === WORD
  const ask = useMutation({
    mutationFn: (body: { merchantRefundId: string; amount: NonNullable<typeof amount>; note?: string }) =>
      call('POST /orders/:merchantOrderId/refunds', { params: { merchantOrderId }, body }),
    onSuccess: (refund) => {
      client.setQueryData(keys.refund(merchantRefundId), refund)
      void client.invalidateQueries({ queryKey: keys.order(merchantOrderId) })
      onAsked()
    },
    // What is left may have changed under us.
    onError: () => void client.invalidateQueries({ queryKey: keys.order(merchantOrderId) }),
  })
  const unknown = ask.error instanceof ApiError && (ask.error.status === 0 || ask.error.status >= 500)

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (amount === undefined || !confirmed || ask.isPending) return
        ask.mutate({ merchantRefundId, amount, ...(note.trim() === '' ? {} : { note: note.trim() }) })
      }}
    >
      <Facts
        rows={[
          ['Paid', <Amount key="paid" paise={order.amount} />],
          ['May still go back', <Amount key="left" paise={refundableAmount} strong />],
        ]}
      />
      <Field
        label="Amount in rupees"
        data-first
        inputMode="decimal"
        autoComplete="off"
        value={rupees}
        onChange={setRupees}
        error={fault}
        hint={
          amount === undefined
            ? undefined
            : amount === refundableAmount
              ? 'All that is left.'
              : `${amountText(refundableAmount - amount)} stays with you.`
        }
      />
      <Field label="Note, for your colleagues" value={note} onChange={setNote} maxLength={500} autoComplete="off" />
      <Field
        label={`Type ${WORD} to confirm`}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={tried && !confirmed ? `Type the word ${WORD}: money that went back does not come again.` : undefined}
      />
      {ask.error && (
        <ErrorNote
          error={ask.error}
          what={
            unknown
              ? 'It is not known whether the refund was written down. Sending it again is safe: it has the same id.'
              : 'The refund was refused.'
          }
        />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="main" busy={ask.isPending}>
          {amount === undefined ? 'Refund' : `Refund ${amountText(amount)}`}
        </Button>
      </div>
    </form>
  )
}

/** What a person types before money leaves. */
export const WORD = 'REFUND'

/** The amount that was typed, or what is wrong with it. */
export function readAmount(rupees: string, most: Paise): { amount?: Paise; fault?: string } {
  if (rupees.trim() === '') return { fault: 'Type an amount, like 100 or 1,499.50.' }
  let amount: Paise
  try {
    amount = inr(rupees)
  } catch {
    return { fault: 'This is no amount. Write rupees like 100 or 1,499.50.' }
  }
  if (amount === 0) return { fault: 'Nothing is no refund.' }
  if (amount > most) return { fault: `At most ${amountText(most)} may still go back.` }
  return { amount }
}

const isFinal = (state: string | undefined) => state === 'COMPLETED' || state === 'FAILED'

/** The stream of changes brings each step; where it is broken, the refund is asked for. Milliseconds. */
const LOOK_MS = 5_000

/** Watches a refund until it is over. It goes on without this window. */
export function RefundProgress({ merchantRefundId, onClose }: { merchantRefundId: string; onClose(): void }) {
  const refund = useQuery({
    queryKey: keys.refund(merchantRefundId),
    queryFn: ({ signal }) => call('GET /refunds/:merchantRefundId', { params: { merchantRefundId }, signal }),
    refetchInterval: ({ state }) => (isFinal(state.data?.state) ? false : LOOK_MS),
  })
  return (
    <div className="grid gap-4">
      {refund.data ? (
        <div aria-live="polite" className="grid gap-4">
          <RefundFacts refund={refund.data} />
        </div>
      ) : refund.error ? (
        <ErrorNote
          error={refund.error}
          what="It was asked for, but cannot be read."
          onRetry={() => void refund.refetch()}
        />
      ) : (
        <Loading what="the refund" lines={4} />
      )}
      <div className="flex items-center justify-between gap-4">
        <p className="text-sm text-soft">{isFinal(refund.data?.state) ? '' : 'It goes on without this window.'}</p>
        <Button look="main" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}
