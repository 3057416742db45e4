import type { Order } from '@galla/contract/gateway-api/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { keys } from '../../../api/query-keys.ts'
import { Amount, amountText, rupeesText } from '../../../ui/amount.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorNote } from '../../../ui/error-note.tsx'
import { Field } from '../../../ui/field.tsx'
import { Facts } from '../../../ui/page.tsx'
import { readAmount, WORD } from './read-amount.ts'

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
