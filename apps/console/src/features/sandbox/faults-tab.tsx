import type { CallbackFaults, FaultRule, FaultsReply } from '@galla/contract/sandbox-api/faults'
import { useState } from 'react'
import { Button, Field } from '../../components/controls.tsx'
import { ErrorNote, Loading, Note, Section } from '../../components/page.tsx'
import { RuleForm } from './fault-rule-form.tsx'
import { useControl, useControlChange } from './use-sandbox.ts'

/** Bad days: whole ones by name, single misfortunes, and what is on. */
export function FaultsTab() {
  const faults = useControl('GET /faults')
  const set = useControlChange('POST /faults')
  const clear = useControlChange('DELETE /faults')
  const { data } = faults
  if (!data) {
    return faults.error ? (
      <ErrorNote error={faults.error} what="The faults could not be read." onRetry={() => void faults.refetch()} />
    ) : (
      <Loading what="the faults" lines={5} />
    )
  }
  const on = faultTexts(data)
  const { rules, callbacks, profile } = data
  return (
    <div className="grid grid-cols-1 gap-4">
      {on.length === 0 ? (
        <Note tone="neutral" role="status">
          <p>A good day: nothing goes wrong on purpose.</p>
        </Note>
      ) : (
        <Note tone="neutral" role="status">
          <p className="font-strong">{profile === undefined ? 'On now' : `On now: ${profile}`}</p>
          <ul className="list-disc pl-5">
            {on.map((text) => (
              <li key={text}>{text}.</li>
            ))}
          </ul>
          <Button small busy={clear.isPending} onClick={() => clear.mutate(undefined)}>
            All off
          </Button>
        </Note>
      )}
      {(set.error ?? clear.error) && <ErrorNote error={set.error ?? clear.error} what="The faults were not changed." />}
      <Section title="Whole days">
        <ul className="grid sm:grid-cols-2 sm:gap-x-8">
          {data.profiles.map(({ name, explains }) => (
            <li key={name} className="flex items-center justify-between gap-4 border-b border-rule py-2">
              <div className="min-w-0">
                <p className="font-strong">{name}</p>
                <p className="text-sm text-soft">{explains}</p>
              </div>
              <Button
                small
                aria-pressed={profile === name}
                aria-label={`Turn ${name} ${profile === name ? 'off' : 'on'}`}
                onClick={() => (profile === name ? clear.mutate(undefined) : set.mutate({ body: { profile: name } }))}
              >
                {profile === name ? 'Turn off' : 'Turn on'}
              </Button>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="One misfortune more">
        <RuleForm busy={set.isPending} onAdd={(rule) => set.mutate({ body: { rules: [...rules, rule], callbacks } })} />
      </Section>
      <Section title="Callbacks on their way">
        <CallbackFaultsForm
          key={JSON.stringify(callbacks)}
          faults={callbacks}
          busy={set.isPending}
          onSet={(next) => set.mutate({ body: { rules, callbacks: next } })}
        />
      </Section>
    </div>
  )
}

const FIELDS = [
  { name: 'delayMs', label: 'Late by, seconds', scale: 1_000, most: 86_400 },
  { name: 'duplicateRate', label: 'Doubled, %', scale: 0.01, most: 100 },
  { name: 'reorderRate', label: 'Out of order, %', scale: 0.01, most: 100 },
  { name: 'tamperRate', label: 'Tampered, %', scale: 0.01, most: 100 },
  { name: 'dropRate', label: 'Lost, %', scale: 0.01, most: 100 },
] as const satisfies readonly { name: keyof CallbackFaults; label: string; scale: number; most: number }[]

type Texts = { readonly [name: string]: string }

interface CallbackFaultsFormProps {
  faults: CallbackFaults
  busy: boolean
  onSet(faults: CallbackFaults): void
}

/** What happens to callbacks between provider and shop. */
export function CallbackFaultsForm({ faults, busy, onSet }: CallbackFaultsFormProps) {
  const [texts, setTexts] = useState<Texts>(() =>
    Object.fromEntries(FIELDS.map(({ name, scale }) => [name, String(Math.round((faults[name] ?? 0) / scale))])),
  )
  const read = FIELDS.map(({ name, scale, most }) => {
    const text = texts[name] ?? '0'
    const value = Number(text === '' ? '0' : text)
    return { name, value: /^\d*$/.test(text) && value <= most ? value * scale : undefined }
  })
  const ready = read.every(({ value }) => value !== undefined)
  return (
    <form
      aria-label="Callbacks on their way"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!ready || busy) return
        const wanted = Object.fromEntries(read.filter(({ value }) => value).map(({ name, value }) => [name, value]))
        onSet({ ...wanted, ...(faults.copies && wanted.duplicateRate ? { copies: faults.copies } : {}) })
      }}
    >
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-5">
        {FIELDS.map(({ name, label, most }, at) => (
          <Field
            key={name}
            label={label}
            value={texts[name] ?? ''}
            onChange={(text) => setTexts({ ...texts, [name]: text })}
            error={read[at]?.value === undefined ? `From 0 to ${most}.` : undefined}
            inputMode="numeric"
            autoComplete="off"
            className="text-right tabular-nums"
          />
        ))}
      </div>
      <Button type="submit" busy={busy} disabled={!ready} className="justify-self-start">
        Set it
      </Button>
    </form>
  )
}

const percent = (rate: number) => `${Math.round(rate * 1000) / 10} %`
const seconds = (ms: number) => (ms >= 1_000 ? `${ms / 1_000} s` : `${ms} ms`)

const KINDS: { readonly [Kind in FaultRule['kind']]: (rule: FaultRule) => string } = {
  latency: ({ delayMs }) => `wait${delayMs === undefined ? '' : ` ${seconds(delayMs)}`}`,
  status: ({ status, retryAfterSec }) =>
    `are answered ${status ?? 'with an error'}${retryAfterSec === undefined ? '' : `, try again in ${retryAfterSec} s`}`,
  reset: () => 'break before the work',
  'lost-reply': () => 'are done, and the answer is lost',
  'slow-body': ({ delayMs }) => `answer drop by drop${delayMs === undefined ? '' : `, over ${seconds(delayMs)}`}`,
  'wrong-content-type': () => 'answer as a page',
  truncated: () => 'answer in half',
  empty: () => 'answer with nothing',
}

/** `30 % of standardPay calls are answered 503, at most twice`-like sentences, one a rule. */
export function ruleText(rule: FaultRule): string {
  const { endpoints, rate, times, kind } = rule
  const which = endpoints && endpoints.length > 0 ? `${endpoints.join(', ')} calls` : 'calls'
  const share = rate === undefined || rate === 1 ? `All ${which}` : `${percent(rate)} of ${which}`
  const limit = times === undefined ? '' : `; ${times} at most`
  return `${share} ${KINDS[kind](rule)}${limit}`
}

export function callbackTexts(faults: CallbackFaults): string[] {
  const { delayMs, duplicateRate, copies = 1, reorderRate, tamperRate, dropRate } = faults
  return [
    ...(delayMs ? [`Callbacks come ${seconds(delayMs)} late`] : []),
    ...(duplicateRate ? [`${percent(duplicateRate)} of callbacks come ${copies + 1} times`] : []),
    ...(reorderRate ? [`${percent(reorderRate)} of callbacks come out of order`] : []),
    ...(tamperRate ? [`${percent(tamperRate)} of callbacks are tampered with`] : []),
    ...(dropRate ? [`${percent(dropRate)} of callbacks never come`] : []),
  ]
}

/** Everything that goes wrong on purpose now, a sentence each. */
export function faultTexts({ rules, callbacks }: Pick<FaultsReply, 'rules' | 'callbacks'>): string[] {
  return [...rules.map(ruleText), ...callbackTexts(callbacks)]
}
