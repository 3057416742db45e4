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
import { messages } from '../../i18n/messages.ts'
import { RefundDetails } from '../refunds/refund-details.tsx'
import { REASON_LABELS } from '../refunds/refund-reasons.ts'
import { refundEnglish } from './english-forms.ts'

const t = messages('orders/refund', refundEnglish)

/** Creates a refund. Its id is generated when the dialog opens, so that sending the form twice creates one refund. */
export function CreateRefund({ order, onClose }: { order: Order; onClose(): void }) {
  const [merchantRefundId] = useState(() => `r-${crypto.randomUUID()}`)
  const [created, setCreated] = useState(false)
  return (
    <Dialog open onClose={onClose} title={t.title}>
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
  { value: '', label: t.choose },
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
      action={amount === undefined ? t.title : (mustAsk ? t.ask : t.action)(amountText(amount))}
      busy={create.isPending}
      onClose={onClose}
      onSubmit={() => {
        setSubmitted(true)
        if (amount !== undefined && reason !== '' && isConfirmed) create.mutate(amount)
      }}
    >
      <DescriptionList>
        <Detail name={t.paid}>
          <Amount paise={order.amount} />
        </Detail>
        <Detail name={t.balance}>
          <Amount paise={refundableAmount} strong />
        </Detail>
      </DescriptionList>
      <Field
        label={t.amount}
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
              ? t.full
              : t.rest(amountText(refundableAmount - amount))
        }
      />
      <Select<RefundReason | ''>
        label={t.reason}
        value={reason}
        onChange={setReason}
        options={REASONS}
        error={submitted && reason === '' ? t.noReason : undefined}
      />
      <Field label={t.note} value={note} onChange={setNote} maxLength={500} autoComplete="off" />
      {mustType && (
        <Field
          label={t.type}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={<span className="font-mono wrap-anywhere">{merchantOrderId}</span>}
          error={submitted && !isConfirmed ? t.notTyped : undefined}
        />
      )}
      {mustAsk && (
        <Note tone="neutral">
          <p>{t.approval(amountText(approvalAbove))}</p>
        </Note>
      )}
      {create.error && <ErrorNote error={create.error} what={t.failed} unknown={t.unknown} />}
    </DialogForm>
  )
}

/** Parses a typed amount of rupees; `error` says what is wrong with it. */
export function parseRefundAmount(rupees: string, max: Paise): { amount?: Paise; error?: string } {
  if (rupees.trim() === '') return { error: t.empty }
  let amount: Paise
  try {
    amount = inr(rupees)
  } catch {
    return { error: t.noAmount }
  }
  if (amount === 0) return { error: t.zero }
  if (amount > max) return { error: t.tooMuch(amountText(max)) }
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
      <QueryView query={query} what={t.what} lines={4}>
        {(refund) => (
          <div aria-live="polite" className="grid gap-4">
            <RefundDetails refund={refund} />
          </div>
        )}
      </QueryView>
      <DialogFooter>
        <p className="mr-auto text-sm text-soft">
          {isFinal(query.data?.state) || query.data?.approval?.state === 'waiting' ? '' : t.continues}
        </p>
        <Button variant="primary" onClick={onClose}>
          {t.close}
        </Button>
      </DialogFooter>
    </div>
  )
}
