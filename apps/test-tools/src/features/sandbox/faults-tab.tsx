import { Button, Field } from '@galla/console/components/controls.tsx'
import { ErrorNote, Note, QueryView, Section } from '@galla/console/components/page.tsx'
import { faultTexts } from '@galla/console/shell/fault-texts.ts'
import type { CallbackFaults } from '@galla/contract/sandbox-api/faults'
import { useState } from 'react'
import { FaultRuleForm } from './fault-rule-form.tsx'
import { useSandboxMutation, useSandboxQuery } from './use-sandbox.ts'

/** The faults that are on, named profiles, and forms for single faults. */
export function FaultsTab() {
  const faults = useSandboxQuery('GET /faults')
  const set = useSandboxMutation('POST /faults')
  const clear = useSandboxMutation('DELETE /faults')
  const error = set.error ?? clear.error
  return (
    <QueryView query={faults} what="the faults" lines={5}>
      {(data) => {
        const { rules, callbacks, profile, profiles } = data
        const texts = faultTexts(data)
        return (
          <div className="grid grid-cols-1 gap-4">
            <Section title="Faults that are on">
              {/* Space for one fault: the buttons below stay where they are when it is turned on. */}
              <div className="min-h-32">
                <Note tone="neutral" role="status">
                  {texts.length === 0 ? (
                    <p>No faults are on.</p>
                  ) : (
                    <>
                      <p className="font-strong">{profile === undefined ? 'Faults on' : `Faults on: ${profile}`}</p>
                      <ul className="list-disc pl-5">
                        {texts.map((text) => (
                          <li key={text}>{text}.</li>
                        ))}
                      </ul>
                      <Button small busy={clear.isPending} onClick={() => clear.mutate(undefined)}>
                        Turn all off
                      </Button>
                    </>
                  )}
                </Note>
              </div>
            </Section>
            {error && <ErrorNote error={error} what="The faults were not changed." />}
            <Section title="Fault presets">
              <ul className="grid sm:grid-cols-2 sm:gap-x-8">
                {profiles.map(({ name, explains }) => {
                  const isOn = profile === name
                  return (
                    <li key={name} className="flex items-center justify-between gap-4 border-b border-rule py-2">
                      <div className="min-w-0">
                        <p className="font-strong">{name}</p>
                        <p className="text-sm text-soft">{explains}</p>
                      </div>
                      <Button
                        small
                        aria-pressed={isOn}
                        onClick={() => (isOn ? clear.mutate(undefined) : set.mutate({ body: { profile: name } }))}
                      >
                        {isOn ? 'Turn off' : 'Turn on'}
                        <span className="sr-only"> {name}</span>
                      </Button>
                    </li>
                  )
                })}
              </ul>
            </Section>
            <Section title="Custom fault">
              <FaultRuleForm
                busy={set.isPending}
                onAdd={(rule) => set.mutate({ body: { rules: [...rules, rule], callbacks } })}
              />
            </Section>
            <Section title="Delivery faults">
              <CallbackFaultsForm
                key={JSON.stringify(callbacks)}
                faults={callbacks}
                busy={set.isPending}
                onSet={(next) => set.mutate({ body: { rules, callbacks: next } })}
              />
            </Section>
          </div>
        )
      }}
    </QueryView>
  )
}

/** `scale`: API units per unit of the field. */
const FIELDS = [
  { name: 'delayMs', label: 'Delayed by, seconds', scale: 1_000, max: 86_400 },
  { name: 'duplicateRate', label: 'Duplicated, %', scale: 0.01, max: 100 },
  { name: 'reorderRate', label: 'Reordered, %', scale: 0.01, max: 100 },
  { name: 'tamperRate', label: 'Tampered, %', scale: 0.01, max: 100 },
  { name: 'dropRate', label: 'Dropped, %', scale: 0.01, max: 100 },
] as const satisfies readonly { name: keyof CallbackFaults; label: string; scale: number; max: number }[]

interface CallbackFaultsFormProps {
  faults: CallbackFaults
  busy: boolean
  onSet(faults: CallbackFaults): void
}

function CallbackFaultsForm({ faults, busy, onSet }: CallbackFaultsFormProps) {
  const [texts, setTexts] = useState<{ readonly [name: string]: string }>(() =>
    Object.fromEntries(FIELDS.map(({ name, scale }) => [name, String(Math.round((faults[name] ?? 0) / scale))])),
  )
  const values = FIELDS.map(({ name, scale, max }) => {
    const text = texts[name] ?? '0'
    const value = Number(text === '' ? '0' : text)
    return { name, value: /^\d*$/.test(text) && value <= max ? value * scale : undefined }
  })
  const isValid = values.every(({ value }) => value !== undefined)
  return (
    <form
      aria-label="Delivery faults"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isValid || busy) return
        const next = Object.fromEntries(values.filter(({ value }) => value).map(({ name, value }) => [name, value]))
        onSet({ ...next, ...(faults.copies && next.duplicateRate ? { copies: faults.copies } : {}) })
      }}
    >
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-5">
        {FIELDS.map(({ name, label, max }, at) => (
          <Field
            key={name}
            label={label}
            value={texts[name] ?? ''}
            onChange={(text) => setTexts({ ...texts, [name]: text })}
            error={values[at]?.value === undefined ? `From 0 to ${max}.` : undefined}
            inputMode="numeric"
            autoComplete="off"
            className="text-right tabular-nums"
          />
        ))}
      </div>
      <Button type="submit" busy={busy} disabled={!isValid} className="justify-self-start">
        Apply
      </Button>
    </form>
  )
}
