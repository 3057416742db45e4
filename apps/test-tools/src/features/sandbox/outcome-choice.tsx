import { defined } from '@galla/console/api/browser.ts'
import { Field, Select } from '@galla/console/components/controls.tsx'
import { FAILURE_CODES } from '@galla/contract/provider/failure-codes'
import type { QueuedOutcome, QueueOutcome } from '@galla/contract/sandbox-api/outcomes'
import { useId } from 'react'

/** An outcome in a form. `''`: not decided; the payer or the sandbox's outcome table decides. */
export interface OutcomeDraft {
  readonly outcome: QueueOutcome['outcome'] | ''
  /** As typed; `''`: a wrong UPI PIN. */
  readonly errorCode: string
}

export const UNDECIDED: OutcomeDraft = { outcome: '', errorCode: '' }

/** Failure code used when none is typed. It is not filled into the field, because a filled field would suggest only this code. */
const DEFAULT_CODE = 'ZM'

const LABELS = {
  '': 'The payer decides',
  SUCCESS: 'Succeeds',
  FAILURE: 'Fails',
  PENDING: 'Stays pending',
  LATE_PAYMENT: 'Expires and is paid late',
} as const

interface OutcomeChoiceProps {
  label: string
  value: OutcomeDraft
  onChange(value: OutcomeDraft): void
  /** The selectable outcomes. */
  outcomes: readonly OutcomeDraft['outcome'][]
}

/** Selects the outcome of a payment, and the error code of a failure. */
export function OutcomeChoice({ label, value, onChange, outcomes }: OutcomeChoiceProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Select
        label={label}
        value={value.outcome}
        onChange={(outcome) => onChange({ ...value, outcome })}
        options={outcomes.map((one) => ({ value: one, label: LABELS[one] }))}
      />
      {value.outcome === 'FAILURE' && (
        <FailureCode value={value.errorCode} onChange={(errorCode) => onChange({ ...value, errorCode })} />
      )}
    </div>
  )
}

/** A field for one of the provider's failure codes, with the codes of payments as suggestions. */
export function FailureCode({ value, onChange }: { value: string; onChange(value: string): void }) {
  const list = useId()
  return (
    <>
      <Field
        label="Failure code"
        value={value}
        onChange={onChange}
        list={list}
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
        placeholder={DEFAULT_CODE}
        hint={hintOf(value)}
        error={isFailureCode(value) ? undefined : 'The provider has no such failure code.'}
      />
      <datalist id={list}>
        {PAYMENT_CODES.map(([code, { meaning }]) => (
          <option key={code} value={code}>
            {meaning}
          </option>
        ))}
      </datalist>
    </>
  )
}

/** The provider's list holds two that are no failures. */
const FAILURES = Object.entries(FAILURE_CODES).filter(([code]) => code !== 'SUCCESS' && code !== 'PENDING')
const PAYMENT_CODES = FAILURES.filter(([, { stage }]) => stage !== 'REFUND')

/** The code that somebody typed: that of `insufficient funds` is INSUFFICIENT_FUNDS. */
export const failureCode = (code: string): string => code.trim().toUpperCase().replaceAll(/\s+/g, '_') || DEFAULT_CODE
const CODES = new Map(FAILURES.map(([code, entry]) => [code.toUpperCase(), entry]))
const ERROR_CODES: ReadonlySet<string> = new Set(FAILURES.map(([, { errorCode }]) => errorCode))

function hintOf(code: string): string {
  const meaning = CODES.get(failureCode(code))?.meaning ?? ''
  return code.trim() === '' ? `Empty: ${DEFAULT_CODE}. ${meaning}` : meaning
}

const isFailureCode = (code: string): boolean => CODES.has(failureCode(code)) || ERROR_CODES.has(failureCode(code))

/** True when the draft can be sent. */
export const isValidOutcome = ({ outcome, errorCode }: OutcomeDraft): boolean =>
  outcome !== 'FAILURE' || isFailureCode(errorCode)

/** The draft as a request to the sandbox; undefined when nothing is decided. */
export const outcomeRequest = ({ outcome, errorCode }: OutcomeDraft): QueueOutcome | undefined =>
  outcome === ''
    ? undefined
    : defined({ outcome, errorCode: outcome === 'FAILURE' ? failureCode(errorCode) : undefined })

/** The failure that is queued for an order, by its code; undefined without one. */
export function queuedFailure(outcomes: readonly QueuedOutcome[], merchantOrderId: string): string | undefined {
  const mine = outcomes.find((one) => one.merchantOrderId === merchantOrderId)
  return mine?.outcome === 'FAILURE' ? failureCode(mine.detailedErrorCode ?? '') : undefined
}

const OUTCOME_TEXTS: { readonly [Outcome in QueuedOutcome['outcome']]: (code: string) => string } = {
  SUCCESS: () => 'will succeed',
  FAILURE: (code) => `will fail${code === '' ? '' : ` with ${code}`}`,
  PENDING: () => 'will stay pending',
  LATE_PAYMENT: () => 'will expire and be paid late',
}

/** `The next payment will fail with ZM`, or `The next payment of o-7 will fail with ZM` */
export function queuedOutcomeText({ merchantOrderId, next, outcome, detailedErrorCode = '' }: QueuedOutcome): string {
  const which = next === 1 ? 'The next payment' : `The next ${next} payments`
  const of = merchantOrderId === undefined ? '' : ` of ${merchantOrderId}`
  return `${which}${of} ${OUTCOME_TEXTS[outcome](detailedErrorCode)}`
}
