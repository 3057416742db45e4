import type { MetaInfo } from '@galla/contract/provider/requests'
import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field, INPUT } from '../../ui/field.tsx'
import type { MetaLine } from './draft.ts'
import type { KindId } from './kinds.ts'
import type { FieldsProps } from './mode-fields.tsx'

const NAMES = Array.from({ length: 15 }, (_, at) => `udf${at + 1}` as keyof MetaInfo)

/** What every order may carry and few need. */
export function MoreFields({ draft, problems, set, kind }: FieldsProps & { kind: KindId }) {
  const says = ['redirect', 'frame', 'collect-vpa', 'collect-phone'].includes(kind)
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
          placeholder="the provider’s own"
        />
        {says && (
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
        label="Address to come back to"
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

/** Notes of the shop's own on an order: `udf1` to `udf15`. */
function MetaFields({ lines, problem, onChange }: MetaFieldsProps) {
  const problemId = useId()
  const free = NAMES.find((name) => !lines.some((line) => line.name === name))
  return (
    <fieldset className="grid gap-2" aria-describedby={problem === undefined ? undefined : problemId}>
      <legend className="mb-1 text-sm font-strong">Notes on the order (metaInfo)</legend>
      {lines.map((line) => (
        <div key={line.name} className="flex items-center gap-2">
          <label className="grid min-w-0 flex-1 grid-cols-[3.5rem_minmax(0,1fr)] items-center gap-2">
            <span className="font-mono text-sm">{line.name}</span>
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
            look="plain"
            aria-label={`Take ${line.name} out`}
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
          Add {free}
        </Button>
      )}
    </fieldset>
  )
}
