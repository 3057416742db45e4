interface ChoicesProps<Value extends string> {
  label: string
  value: Value
  onChange(value: Value): void
  options: readonly { value: Value; label: string }[]
}

/** A few ways to look at a list, side by side; one is pressed. */
export function Choices<Value extends string>({ label, value, onChange, options }: ChoicesProps<Value>) {
  return (
    <fieldset className="-mx-4 mb-4 flex min-w-0 gap-1 overflow-x-auto border-b border-rule px-4 lg:-mx-8 lg:px-8">
      <legend className="unseen">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className="-mb-px min-h-10 border-b-2 border-transparent px-2 whitespace-nowrap text-soft hover:text-ink focus-visible:-outline-offset-2 aria-pressed:border-brass aria-pressed:font-strong aria-pressed:text-ink max-lg:min-h-11"
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
