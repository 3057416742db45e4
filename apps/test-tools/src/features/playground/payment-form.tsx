import type { SampleOrder } from '@galla/console/code-samples/sample-order.ts'
import { Button, Field } from '@galla/console/components/controls.tsx'
import { ErrorNote } from '@galla/console/components/page.tsx'
import { amountText } from '@galla/console/i18n/format.ts'
import type { CardsResponse } from '@galla/contract/sandbox-api/routes'
import { useRef, useState } from 'react'
import { isValidOutcome, OutcomeChoice, type OutcomeDraft, UNDECIDED } from '../sandbox/outcome-choice.tsx'
import type { Draft, Problems } from './draft.ts'
import { ModeFields, MoreFields } from './payment-fields.tsx'
import { KINDS, type PaymentKind } from './payment-kinds.ts'
import { type StartedPayment, useStartPayment } from './start-payment.ts'

interface PaymentFormProps {
  kind: PaymentKind
  onKind(kind: PaymentKind): void
  draft: Draft
  problems: Problems
  order: SampleOrder
  set(change: Partial<Draft>): void
  cards: CardsResponse | undefined
  onStarted(payment: StartedPayment): void
}

/** The payment form. Problems are shown after the first submit. */
export function PaymentForm({ kind, onKind, draft, problems, order, set, cards, onStarted }: PaymentFormProps) {
  const [outcome, setOutcome] = useState<OutcomeDraft>(UNDECIDED)
  const [submitted, setSubmitted] = useState(false)
  const [showMore, setShowMore] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const start = useStartPayment((payment) => {
    setSubmitted(false)
    onStarted(payment)
  })
  const shown = submitted ? problems : {}
  const needsCards = (kind === 'card' || kind === 'token') && !cards
  const submit = () => {
    setSubmitted(true)
    if (Object.keys(problems).length === 0 && isValidOutcome(outcome) && !needsCards) {
      start.mutate({ kind, order, outcome, cardNumber: draft.cardNumber, cards })
      return
    }
    if (problems.expireAfter ?? problems.redirectUrl ?? problems.meta) setShowMore(true)
    // After the problems are rendered, the first invalid field takes the focus.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label="Payment"
      className="grid grid-cols-1 content-start gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!start.isPending) submit()
      }}
    >
      <KindChoice value={kind} onChange={onKind} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Amount in rupees"
          value={draft.amount}
          onChange={(amount) => set({ amount })}
          error={shown.amount}
          inputMode="decimal"
          autoComplete="off"
          className="text-right tabular-nums"
        />
        <Field
          label="Reference: cart or invoice"
          value={draft.reference}
          onChange={(reference) => set({ reference })}
          error={shown.reference}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <ModeFields kind={kind} cards={cards?.cards ?? []} draft={draft} problems={shown} set={set} />
      <details open={showMore} onToggle={(event) => setShowMore(event.currentTarget.open)}>
        <summary className="w-fit rounded-edge text-sm text-brass underline underline-offset-4">
          Expiry, message, metadata, return URL
        </summary>
        <div className="mt-3">
          <MoreFields kind={kind} draft={draft} problems={shown} set={set} />
        </div>
      </details>
      <OutcomeChoice
        label="Outcome"
        value={outcome}
        onChange={setOutcome}
        outcomes={['', 'SUCCESS', 'FAILURE', 'PENDING', 'LATE_PAYMENT']}
      />
      {start.error && <ErrorNote error={start.error} what="The payment was not started." />}
      <Button type="submit" variant="primary" busy={start.isPending} className="justify-self-start">
        Pay {problems.amount === undefined ? amountText(order.amount) : ''}
      </Button>
    </form>
  )
}

const GROUPS = [
  { checkout: 'STANDARD', label: 'Hosted page' },
  { checkout: 'CUSTOM', label: 'Own page' },
] as const

/** The kinds of payment as radio buttons. */
function KindChoice({ value, onChange }: { value: PaymentKind; onChange(value: PaymentKind): void }) {
  return (
    <fieldset className="grid gap-4">
      <legend className="sr-only">Kind of payment</legend>
      {GROUPS.map(({ checkout, label }) => (
        <div key={checkout} className="grid gap-1">
          <p className="text-sm text-soft">{label}</p>
          <div className="grid grid-cols-2 gap-2">
            {KINDS.filter((kind) => kind.checkout === checkout).map(({ id, label, text }) => (
              <label
                key={id}
                className="flex min-h-11 items-center gap-3 rounded-edge border border-rule-strong px-3 py-1.5 leading-snug hover:bg-brass-wash has-checked:border-brass has-checked:bg-brass-wash has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brass"
              >
                <input
                  type="radio"
                  name="kind"
                  value={id}
                  checked={value === id}
                  onChange={() => onChange(id)}
                  className="peer shrink-0 accent-brass outline-none"
                />
                <span className="peer-checked:font-strong">
                  {label}
                  <span className="block text-xs font-normal text-soft max-sm:hidden">{text}</span>
                </span>
              </label>
            ))}
          </div>
        </div>
      ))}
    </fieldset>
  )
}
