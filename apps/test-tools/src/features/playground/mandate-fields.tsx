import { Field, Select } from '@galla/console/components/controls.tsx'
import { type AmountType, type AuthWorkflowType, FREQUENCIES } from '@galla/contract/provider/subscriptions'
import { FREQUENCY_LABELS } from '../sandbox/mandate-texts.ts'
import {
  DEBITORS,
  isAboutDebit,
  type MandateCall,
  type MandateDraft,
  type MandateProblems,
  takesAmount,
} from './mandate-calls.ts'

interface MandateFieldsProps {
  call: MandateCall
  draft: MandateDraft
  problems: MandateProblems
  set(change: Partial<MandateDraft>): void
}

const IDS = { autoComplete: 'off', spellCheck: false, className: 'font-mono', maxLength: 63 } as const
const AMOUNTS = { inputMode: 'decimal', autoComplete: 'off', className: 'text-right tabular-nums' } as const

/** The fields of one call about a mandate. */
export function MandateFields({ call, draft, problems, set }: MandateFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Mandate id"
        value={draft.merchantSubscriptionId}
        onChange={(id) => set({ merchantSubscriptionId: id, merchantOrderId: `${id}-1` })}
        error={problems.merchantSubscriptionId}
        {...IDS}
      />
      {isAboutDebit(call) && (
        <Field
          label="Redemption order id"
          value={draft.merchantOrderId}
          onChange={(merchantOrderId) => set({ merchantOrderId })}
          error={problems.merchantOrderId}
          {...IDS}
        />
      )}
      {call === 'setup' && <Terms draft={draft} problems={problems} set={set} />}
      {takesAmount(draft, call) && (
        <Field
          label={call === 'setup' ? 'First bill in rupees' : 'Debit in rupees'}
          value={draft.amount}
          onChange={(amount) => set({ amount })}
          error={problems.amount}
          {...AMOUNTS}
        />
      )}
      {call === 'notify' && (
        <Select
          label="Who debits"
          className="sm:col-span-2"
          value={draft.debitor}
          onChange={(debitor) => set({ debitor })}
          options={DEBITORS}
        />
      )}
    </div>
  )
}

function Terms({ draft, problems, set }: Omit<MandateFieldsProps, 'call'>) {
  return (
    <>
      <Select<AuthWorkflowType>
        label="The approval takes"
        value={draft.authWorkflowType}
        onChange={(authWorkflowType) => set({ authWorkflowType })}
        options={[
          { value: 'PENNY_DROP', label: '₹2, which are returned' },
          { value: 'TRANSACTION', label: 'The first bill' },
        ]}
      />
      <Select<AmountType>
        label="Each debit"
        value={draft.amountType}
        onChange={(amountType) => set({ amountType })}
        options={[
          { value: 'VARIABLE', label: 'At most the maximum' },
          { value: 'FIXED', label: 'Exactly the maximum' },
        ]}
      />
      <Field
        label="Maximum in rupees"
        value={draft.maxAmount}
        onChange={(maxAmount) => set({ maxAmount })}
        error={problems.maxAmount}
        {...AMOUNTS}
      />
      <Select
        label="Frequency"
        value={draft.frequency}
        onChange={(frequency) => set({ frequency })}
        options={FREQUENCIES.map((value) => ({ value, label: FREQUENCY_LABELS[value] }))}
      />
    </>
  )
}
