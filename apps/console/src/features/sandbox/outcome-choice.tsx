import { FAILURE_CODES } from '@galla/contract/provider/failure-codes'
import type { QueuedOutcome, QueueOutcome } from '@galla/contract/sandbox-api/outcomes'
import { useId } from 'react'
import { Field, Select } from '../../components/controls.tsx'

/** `''`: nothing is decided, the payer and the sandbox's table decide. */
export interface OutcomeDraft {
  readonly outcome: QueueOutcome['outcome'] | ''
  readonly errorCode: string
}

export const UNDECIDED: OutcomeDraft = { outcome: '', errorCode: 'ZM' }

const LABELS = {
  '': 'As the payer decides',
  SUCCESS: 'It succeeds',
  FAILURE: 'It fails',
  PENDING: 'It stays pending',
  LATE_PAYMENT: 'It expires, and the money comes late',
} as const

interface OutcomeChoiceProps {
  label: string
  value: OutcomeDraft
  onChange(value: OutcomeDraft): void
  /** Those that can be chosen, in their order. */
  outcomes: readonly OutcomeDraft['outcome'][]
}

/** What a payment comes to, and why, if it fails. */
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

/** Any of the provider's codes: typed, or found in the list. */
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
        hint={meaningOf(value)}
        error={isFailure(value) ? undefined : 'The provider has no such code.'}
      />
      <datalist id={list}>
        {OF_PAYMENTS.map(([code, { meaning }]) => (
          <option key={code} value={code}>
            {meaning}
          </option>
        ))}
      </datalist>
    </>
  )
}

/** A refund fails for reasons of its own. */
const OF_PAYMENTS = Object.entries(FAILURE_CODES).filter(([, { stage }]) => stage !== 'REFUND')

const byAnyCase = new Map(Object.entries(FAILURE_CODES).map(([code, entry]) => [code.toUpperCase(), entry]))
const errorCodes: ReadonlySet<string> = new Set(Object.values(FAILURE_CODES).map(({ errorCode }) => errorCode))

export const isFailure = (code: string): boolean =>
  byAnyCase.has(code.trim().toUpperCase()) || errorCodes.has(code.trim().toUpperCase())

const meaningOf = (code: string): string => byAnyCase.get(code.trim().toUpperCase())?.meaning ?? ''

/** Whether it can be sent as it is. */
export const isReady = ({ outcome, errorCode }: OutcomeDraft): boolean => outcome !== 'FAILURE' || isFailure(errorCode)

/** As the sandbox takes it. */
export const decisionOf = ({ outcome, errorCode }: OutcomeDraft): QueueOutcome | undefined =>
  outcome === '' ? undefined : { outcome, ...(outcome === 'FAILURE' ? { errorCode: errorCode.trim() } : {}) }

const ENDS: { readonly [Outcome in QueuedOutcome['outcome']]: (code: string) => string } = {
  SUCCESS: () => 'will succeed',
  FAILURE: (code) => `will fail${code === '' ? '' : ` with ${code}`}`,
  PENDING: () => 'will stay pending',
  LATE_PAYMENT: () => 'will expire, and be paid late',
}

/** `The next payment will fail with ZM` */
export function decidedText({ next, outcome, detailedErrorCode = '' }: QueuedOutcome): string {
  const which = next === 1 ? 'The next payment' : `The next ${next} payments`
  return `${which} ${ENDS[outcome](detailedErrorCode)}`
}
