import type { Order } from '@galla/contract/gateway-api/orders'
import { inr, type Paise } from '@galla/contract/money'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { defined } from '../../api/browser.ts'
import { ApiError, consoleApi } from '../../api/client.ts'
import { queryKeys, refundQuery } from '../../api/queries.ts'
import { Button, Field } from '../../components/controls.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { DescriptionList, Detail, ErrorNote, QueryView } from '../../components/page.tsx'
import { Amount } from '../../components/records.tsx'
import { amountText, rupeesText } from '../../i18n/format.ts'
import { RefundDetails } from '../refunds/refund-details.tsx'

/** Creates a refund. Its id is generated when the dialog opens, so that sending the form twice creates one refund. */
export function CreateRefund({ order, onClose }: { order: Order; onClose(): void }) {
  const [merchantRefundId] = useState(() => `r-${crypto.randomUUID()}`)
  const [created, setCreated] = useState(false)
  return (
    <Dialog open onClose={onClose} title="Refund">
      {created ? (
        <RefundProgress merchantRefundId={merchantRefundId} onClose={onClose} />
      ) : (
        <RefundForm
          order={order}
          merchantRefundId={merchantRefundId}
          onCreated={() => setCreated(true)}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

/** The word to type before the refund can be sent. */
const CONFIRMATION = 'REFUND'

interface RefundFormProps {
  order: Order
  merchantRefundId: string
  onCreated(): void
  onClose(): void
}

function RefundForm({ order, merchantRefundId, onCreated, onClose }: RefundFormProps) {
  const { merchantOrderId, refundableAmount } = order
  const client = useQueryClient()
  const [rupees, setRupees] = useState(rupeesText(refundableAmount))
  const [note, setNote] = useState('')
  const [typed, setTyped] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const { amount, error } = parseRefundAmount(rupees, refundableAmount)
  const isConfirmed = typed.trim().toUpperCase() === CONFIRMATION
  const create = useMutation({
    mutationFn: (amount: Paise) =>
      consoleApi('POST /orders/:merchantOrderId/refunds', {
        params: { merchantOrderId },
        body: defined({ merchantRefundId, amount, note: note.trim() || undefined }),
      }),
    onSuccess: (refund) => {
      client.setQueryData(queryKeys.refund(merchantRefundId), refund)
      void client.invalidateQueries({ queryKey: queryKeys.order(merchantOrderId) })
      onCreated()
    },
    // The refundable amount may have changed in the meantime.
    onError: () => void client.invalidateQueries({ queryKey: queryKeys.order(merchantOrderId) }),
  })
  const isUnknown = create.error instanceof ApiError && (create.error.status === 0 || create.error.status >= 500)

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setSubmitted(true)
        if (amount !== undefined && isConfirmed && !create.isPending) create.mutate(amount)
      }}
    >
      <DescriptionList>
        <Detail name="Paid">
          <Amount paise={order.amount} />
        </Detail>
        <Detail name="Refundable balance">
          <Amount paise={refundableAmount} strong />
        </Detail>
      </DescriptionList>
      <Field
        label="Amount in rupees"
        data-first
        inputMode="decimal"
        autoComplete="off"
        value={rupees}
        onChange={setRupees}
        error={error}
        hint={
          amount === undefined
            ? undefined
            : amount === refundableAmount
              ? 'The full refundable amount.'
              : `${amountText(refundableAmount - amount)} remains refundable.`
        }
      />
      <Field label="Note for your colleagues" value={note} onChange={setNote} maxLength={500} autoComplete="off" />
      <Field
        label={`Type ${CONFIRMATION} to confirm`}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={submitted && !isConfirmed ? `Type the word ${CONFIRMATION}: a refund cannot be undone.` : undefined}
      />
      {create.error && (
        <ErrorNote
          error={create.error}
          what={
            isUnknown
              ? 'It is not known whether the refund was created. Sending it again is safe, since it has the same id.'
              : 'The refund was rejected.'
          }
        />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={create.isPending}>
          {amount === undefined ? 'Refund' : `Refund ${amountText(amount)}`}
        </Button>
      </div>
    </form>
  )
}

/** Parses a typed amount of rupees; `error` says what is wrong with it. */
export function parseRefundAmount(rupees: string, max: Paise): { amount?: Paise; error?: string } {
  if (rupees.trim() === '') return { error: 'Enter an amount, like 100 or 1,499.50.' }
  let amount: Paise
  try {
    amount = inr(rupees)
  } catch {
    return { error: 'This is not an amount. Enter rupees like 100 or 1,499.50.' }
  }
  if (amount === 0) return { error: 'The amount must be more than zero.' }
  if (amount > max) return { error: `At most ${amountText(max)} is refundable.` }
  return { amount }
}

const isFinal = (state: string | undefined) => state === 'COMPLETED' || state === 'FAILED'

/** Live events announce each change; this is for the time without a live connection. */
const REFRESH_MS = 5_000

/** Shows the new refund until it is completed or failed. */
function RefundProgress({ merchantRefundId, onClose }: { merchantRefundId: string; onClose(): void }) {
  const query = useQuery({
    ...refundQuery(merchantRefundId),
    refetchInterval: ({ state }) => (isFinal(state.data?.state) ? false : REFRESH_MS),
  })
  return (
    <div className="grid gap-4">
      <QueryView query={query} what="the refund" lines={4}>
        {(refund) => (
          <div aria-live="polite" className="grid gap-4">
            <RefundDetails refund={refund} />
          </div>
        )}
      </QueryView>
      <div className="flex items-center justify-between gap-4">
        <p className="text-sm text-soft">
          {isFinal(query.data?.state) ? '' : 'The refund continues when this window is closed.'}
        </p>
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}
