import { Button } from '../../../ui/button.tsx'
import { ErrorNote, Note } from '../../../ui/error-note.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Section } from '../../../ui/page.tsx'
import { useControl, useControlChange } from '../use-control.ts'
import { CallbackFaultsForm } from './callback-faults-form.tsx'
import { faultTexts } from './fault-texts.ts'
import { RuleForm } from './rule-form.tsx'

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
