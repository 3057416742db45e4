import type { Order } from '@galla/contract/gateway-api/orders'
import { REFUND_REASONS, type RefundReason } from '@galla/contract/gateway-api/refunds'
import { inr, type Paise } from '@galla/contract/money'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { defined } from '../../api/browser.ts'
import { consoleApi } from '../../api/client.ts'
import { queryKeys, refundQuery, useAbout } from '../../api/queries.ts'
import { Button, Field, Select } from '../../components/controls.tsx'
import { Dialog, DialogFooter, DialogForm } from '../../components/dialog.tsx'
import { DescriptionList, Detail, ErrorNote, Note, QueryView } from '../../components/page.tsx'
import { Amount } from '../../components/records.tsx'
import { amountText, rupeesText } from '../../i18n/format.ts'
import { RefundDetails } from '../refunds/refund-details.tsx'
import { REASON_LABELS } from '../refunds/refund-reasons.ts'

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

const REASONS: readonly { value: RefundReason | ''; label: string }[] = [
  { value: '', label: 'Choose a reason' },
  ...REFUND_REASONS.map((value) => ({ value, label: REASON_LABELS[value] })),
]

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
  const [reason, setReason] = useState<RefundReason | ''>('')
  const [typed, setTyped] = useState('')
  const { data: { refunds: { confirmAbove = 0, approvalAbove = undefined } = {} } = {} } = useAbout()
  const [submitted, setSubmitted] = useState(false)
  const { amount, error } = parseRefundAmount(rupees, refundableAmount)
  const mustType = amount !== undefined && amount > confirmAbove
  const mustAsk = amount !== undefined && approvalAbove !== undefined && amount > approvalAbove
  const isConfirmed = !mustType || typed.trim() === merchantOrderId
  const create = useMutation({
    mutationFn: (amount: Paise) =>
      consoleApi('POST /orders/:merchantOrderId/refunds', {
        params: { merchantOrderId },
        body: defined({ merchantRefundId, amount, note: note.trim() || undefined, reason: reason || undefined }),
      }),
    onSuccess: (refund) => {
      client.setQueryData(queryKeys.refund(merchantRefundId), refund)
      void client.invalidateQueries({ queryKey: queryKeys.order(merchantOrderId) })
      onCreated()
    },
    // The refundable amount may have changed in the meantime.
    onError: () => void client.invalidateQueries({ queryKey: queryKeys.order(merchantOrderId) }),
  })

  return (
    <DialogForm
      action={amount === undefined ? 'Refund' : `${mustAsk ? 'Ask for approval of' : 'Refund'} ${amountText(amount)}`}
      busy={create.isPending}
      onClose={onClose}
      onSubmit={() => {
        setSubmitted(true)
        if (amount !== undefined && reason !== '' && isConfirmed) create.mutate(amount)
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
      <Select<RefundReason | ''>
        label="Reason (required)"
        value={reason}
        onChange={setReason}
        options={REASONS}
        error={submitted && reason === '' ? 'Choose why you refund it.' : undefined}
      />
      <Field label="Note for your colleagues" value={note} onChange={setNote} maxLength={500} autoComplete="off" />
      {mustType && (
        <Field
          label="Type the order id to confirm"
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={<span className="font-mono wrap-anywhere">{merchantOrderId}</span>}
          error={submitted && !isConfirmed ? 'Type the id of this order: a refund cannot be undone.' : undefined}
        />
      )}
      {mustAsk && (
        <Note tone="neutral">
          <p>Above {amountText(approvalAbove)} another person has to approve it before it is sent.</p>
        </Note>
      )}
      {create.error && (
        <ErrorNote
          error={create.error}
          what="The refund was rejected."
          unknown="It is not known whether the refund was created. Sending it again is safe, since it has the same id."
        />
      )}
    </DialogForm>
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
  // The form and its focused button are gone.
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    result.current?.focus({ preventScroll: true })
    result.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <div ref={result} tabIndex={-1} className="grid scroll-mt-4 gap-4 outline-none">
      <QueryView query={query} what="the refund" lines={4}>
        {(refund) => (
          <div aria-live="polite" className="grid gap-4">
            <RefundDetails refund={refund} />
          </div>
        )}
      </QueryView>
      <DialogFooter>
        <p className="mr-auto text-sm text-soft">
          {isFinal(query.data?.state) || query.data?.approval?.state === 'waiting'
            ? ''
            : 'The refund continues when this window is closed.'}
        </p>
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </div>
  )
}
