import type { ListedCard } from '@galla/contract/sandbox-api/routes'
import { useId } from 'react'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { APPS, BANKS, KNOWN_VPAS, type PhoneSystem } from './choices.ts'
import type { Draft, Problems } from './draft.ts'
import type { KindId } from './kinds.ts'

export interface FieldsProps {
  draft: Draft
  problems: Problems
  set(change: Partial<Draft>): void
}

/** What one kind of payment needs beside its amount. */
export function ModeFields({ kind, cards, ...form }: FieldsProps & { kind: KindId; cards: readonly ListedCard[] }) {
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
        hint="The sandbox knows some by name: success, failure, declined, pending, slow and late, each @ybl."
      />
      <datalist id={list}>
        {KNOWN_VPAS.map((vpa) => (
          <option key={vpa} value={vpa} />
        ))}
      </datalist>
    </>
  )
}

const ENDS: { readonly [outcome: string]: string } = { SUCCESS: 'pays', PENDING: 'stays open' }

function CardField({ draft, set, cards, kind }: FieldsProps & { cards: readonly ListedCard[]; kind: KindId }) {
  const chosen = cards.find(({ number }) => number === draft.cardNumber) ?? cards[0]
  return (
    <div className="grid gap-1">
      <Select
        label="Test card"
        value={chosen?.number ?? ''}
        onChange={(cardNumber) => set({ cardNumber })}
        options={cards.map(({ number, network, outcome }) => ({
          value: number,
          label: `${network.replace('_', ' ')} …${number.slice(-4)}: ${ENDS[outcome] ?? outcome}`,
        }))}
      />
      <p className="text-sm text-soft">
        {chosen?.explains} {kind === 'token' ? 'Its network token' : 'Number'} and CVV are sealed in this browser with
        the provider’s public key. The one-time password is 123456.
      </p>
    </div>
  )
}
