import { KINDS, type KindId } from './kinds.ts'

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
