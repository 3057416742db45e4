import type { CardsReply } from '@galla/contract/sandbox-api/routes'
import { useRef, useState } from 'react'
import { Button, Field } from '../../components/controls.tsx'
import { ErrorNote } from '../../components/page.tsx'
import { amountText } from '../../i18n/format.ts'
import type { SampleOrder } from '../code-samples/sample-order.ts'
import { isReady, OutcomeChoice, type OutcomeDraft, UNDECIDED } from '../sandbox/outcome-choice.tsx'
import type { Draft, Problems } from './draft.ts'
import { ModeFields, MoreFields } from './payment-fields.tsx'
import { KINDS, type KindId } from './payment-kinds.ts'
import { type Running, usePay } from './start-payment.ts'

interface PayFormProps {
  kind: KindId
  onKind(kind: KindId): void
  draft: Draft
  problems: Problems
  order: SampleOrder
  set(change: Partial<Draft>): void
  cards: CardsReply | undefined
  onPaid(running: Running): void
}

/** Says what is to be paid and how, and pays. Problems are told when they matter: at the press of the button. */
export function PayForm({ kind, onKind, draft, problems, order, set, cards, onPaid }: PayFormProps) {
  const [next, setNext] = useState<OutcomeDraft>(UNDECIDED)
  const [pressed, setPressed] = useState(false)
  const [more, setMore] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const pay = usePay((running) => {
    setPressed(false)
    setNext(UNDECIDED)
    onPaid(running)
  })
  const shown = pressed ? problems : {}
  const needsCards = (kind === 'card' || kind === 'token') && !cards
  const submit = () => {
    setPressed(true)
    if (Object.keys(problems).length === 0 && isReady(next) && !needsCards) {
      pay.mutate({ kind, order, next, cardNumber: draft.cardNumber, cards })
      return
    }
    if (problems.expireAfter ?? problems.redirectUrl ?? problems.meta) setMore(true)
    // The faults are drawn first; then the first of them takes the focus.
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
        if (!pay.isPending) submit()
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
      <details open={more} onToggle={(event) => setMore(event.currentTarget.open)}>
        <summary className="w-fit rounded-edge text-sm text-brass underline underline-offset-4">
          Expiry, message, notes, address
        </summary>
        <div className="mt-3">
          <MoreFields kind={kind} draft={draft} problems={shown} set={set} />
        </div>
      </details>
      <OutcomeChoice
        label="What happens next"
        value={next}
        onChange={setNext}
        outcomes={['', 'SUCCESS', 'FAILURE', 'PENDING', 'LATE_PAYMENT']}
      />
      {pay.error && <ErrorNote error={pay.error} what="The payment was not started." />}
      <Button type="submit" look="main" busy={pay.isPending} className="justify-self-start">
        Pay {problems.amount === undefined ? amountText(order.amount) : ''}
      </Button>
    </form>
  )
}

const GROUPS = [
  { checkout: 'STANDARD', label: 'The provider’s page' },
  { checkout: 'CUSTOM', label: 'Your own page' },
] as const

/** One way to be paid out of ten; arrows walk through them. */
export function KindChoice({ value, onChange }: { value: KindId; onChange(value: KindId): void }) {
  return (
    <fieldset className="grid gap-4">
      <legend className="unseen">Kind of payment</legend>
      {GROUPS.map(({ checkout, label }) => (
        <div key={checkout} className="grid gap-1">
          <p className="text-sm text-soft">{label}</p>
          <div className="grid grid-cols-2 gap-2">
            {KINDS.filter((kind) => kind.checkout === checkout).map(({ id, label, explains }) => (
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
                  <span className="block text-xs font-normal text-soft max-sm:hidden">{explains}</span>
                </span>
              </label>
            ))}
          </div>
        </div>
      ))}
    </fieldset>
  )
}
