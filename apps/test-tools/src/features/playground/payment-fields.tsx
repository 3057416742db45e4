import { Button, Field, INPUT, Select } from '@galla/console/components/controls.tsx'
import type { MetaInfo } from '@galla/contract/provider/requests'
import type { ListedCard } from '@galla/contract/sandbox-api/routes'
import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import type { Draft, MetaLine, Problems } from './draft.ts'
import { APPS, BANKS, type PaymentKind, type PhoneSystem, TEST_VPAS } from './payment-kinds.ts'

export interface FieldsProps {
  draft: Draft
  problems: Problems
  set(change: Partial<Draft>): void
}

/** The fields of one kind of payment. */
export function ModeFields({
  kind,
  cards,
  ...form
}: FieldsProps & { kind: PaymentKind; cards: readonly ListedCard[] }) {
  switch (kind) {
    case 'upi-app':
      return <AppFields {...form} />
    case 'collect-vpa':
      return <VpaField {...form} />
    case 'collect-phone':
      return (
        <Field
          label="Phone number"
          value={form.draft.phoneNumber}
          onChange={(phoneNumber) => form.set({ phoneNumber })}
          error={form.problems.phoneNumber}
          inputMode="tel"
          autoComplete="off"
        />
      )
    case 'card':
    case 'token':
      return <CardField {...form} cards={cards} kind={kind} />
    case 'net-banking':
      return (
        <Select label="Bank" value={form.draft.bankId} onChange={(bankId) => form.set({ bankId })} options={BANKS} />
      )
    default:
      return null
  }
}

function AppFields({ draft, set }: FieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select<PhoneSystem>
        label="Phone"
        value={draft.system}
        onChange={(system) => set({ system, targetApp: APPS[system][0].value })}
        options={[
          { value: 'Android', label: 'Android' },
          { value: 'iOS', label: 'iOS' },
        ]}
      />
      <Select
        label="App"
        value={draft.targetApp}
        onChange={(targetApp) => set({ targetApp })}
        options={[...APPS[draft.system]]}
      />
    </div>
  )
}

function VpaField({ draft, problems, set }: FieldsProps) {
  const list = useId()
  return (
    <>
      <Field
        label="UPI id"
        value={draft.vpa}
        onChange={(vpa) => set({ vpa })}
        error={problems.vpa}
        list={list}
        autoComplete="off"
        spellCheck={false}
        hint="The sandbox has fixed outcomes for success, failure, declined, pending, slow and late @ybl."
      />
      <datalist id={list}>
        {TEST_VPAS.map((vpa) => (
          <option key={vpa} value={vpa} />
        ))}
      </datalist>
    </>
  )
}

const OUTCOME_LABELS: { readonly [outcome: string]: string } = { SUCCESS: 'succeeds', PENDING: 'stays pending' }

function CardField({ draft, set, cards, kind }: FieldsProps & { cards: readonly ListedCard[]; kind: PaymentKind }) {
  const selected = cards.find(({ number }) => number === draft.cardNumber) ?? cards[0]
  return (
    <div className="grid gap-1">
      <Select
        label="Test card"
        value={selected?.number ?? ''}
        onChange={(cardNumber) => set({ cardNumber })}
        options={cards.map(({ number, network, outcome }) => ({
          value: number,
          label: `${network.replace('_', ' ')} …${number.slice(-4)}: ${OUTCOME_LABELS[outcome] ?? outcome}`,
        }))}
      />
      <p className="text-sm text-soft">
        {selected?.explains} {kind === 'token' ? 'Its network token' : 'Number'} and CVV are encrypted in this browser
        with the provider’s public key. The one-time password is 123456.
      </p>
    </div>
  )
}

const NAMES = Array.from({ length: 15 }, (_, at) => `udf${at + 1}` as keyof MetaInfo)

/** Optional fields of an order. */
export function MoreFields({ draft, problems, set, kind }: FieldsProps & { kind: PaymentKind }) {
  const hasMessage = ['redirect', 'frame', 'collect-vpa', 'collect-phone'].includes(kind)
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Expires after, seconds"
          value={draft.expireAfter}
          onChange={(expireAfter) => set({ expireAfter })}
          error={problems.expireAfter}
          inputMode="numeric"
          autoComplete="off"
          placeholder="provider’s default"
        />
        {hasMessage && (
          <Field
            label="Message to the payer"
            value={draft.message}
            onChange={(message) => set({ message })}
            maxLength={255}
            autoComplete="off"
          />
        )}
      </div>
      <Field
        label="Return URL"
        value={draft.redirectUrl}
        onChange={(redirectUrl) => set({ redirectUrl })}
        error={problems.redirectUrl}
        inputMode="url"
        autoComplete="off"
      />
      <MetaFields lines={draft.meta} problem={problems.meta} onChange={(meta) => set({ meta })} />
    </div>
  )
}

interface MetaFieldsProps {
  lines: readonly MetaLine[]
  problem: string | undefined
  onChange(lines: readonly MetaLine[]): void
}

/** The merchant's metadata of an order: `udf1` to `udf15`. */
function MetaFields({ lines, problem, onChange }: MetaFieldsProps) {
  const problemId = useId()
  const free = NAMES.find((name) => !lines.some((line) => line.name === name))
  return (
    <fieldset className="grid gap-2" aria-describedby={problem === undefined ? undefined : problemId}>
      <legend className="mb-1 text-sm font-strong">Metadata (metaInfo)</legend>
      {lines.map((line) => (
        <div key={line.name} className="flex items-center gap-2">
          <label className="grid min-w-0 flex-1 grid-cols-[8rem_minmax(0,1fr)] items-center gap-2">
            <span className="text-sm">
              Metadata <span className="font-mono">{line.name}</span>
            </span>
            <input
              value={line.value}
              onChange={(event) =>
                onChange(lines.map((one) => (one.name === line.name ? { ...one, value: event.target.value } : one)))
              }
              autoComplete="off"
              className={INPUT}
            />
          </label>
          <Button
            variant="ghost"
            aria-label={`Remove metadata ${line.name}`}
            onClick={() => onChange(lines.filter(({ name }) => name !== line.name))}
          >
            <X size={16} aria-hidden />
          </Button>
        </div>
      ))}
      {problem !== undefined && (
        <p id={problemId} className="text-sm font-strong text-bad">
          {problem}
        </p>
      )}
      {free && (
        <Button small className="justify-self-start" onClick={() => onChange([...lines, { name: free, value: '' }])}>
          <Plus size={16} aria-hidden />
          Add metadata {free}
        </Button>
      )}
    </fieldset>
  )
}
