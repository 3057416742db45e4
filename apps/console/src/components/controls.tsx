import { Tabs as Base } from '@base-ui/react/tabs'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'

type Look = 'main' | 'quiet' | 'plain' | 'danger'

const LOOKS: { readonly [Key in Look]: string } = {
  main: 'border-transparent bg-brass text-on-brass hover:bg-brass-deep',
  quiet: 'border-rule-strong bg-transparent text-ink hover:bg-brass-wash',
  plain: 'border-transparent bg-transparent text-brass hover:bg-brass-wash',
  // Taking something back for good is told by words, not by a fourth colour: red is a state of money.
  danger: 'border-ink bg-ink text-sheet hover:opacity-85',
}

/** For links that look like buttons. */
export const buttonClass = (look: Look = 'quiet', small = false): string =>
  `inline-flex items-center justify-center gap-2 rounded-edge border font-strong whitespace-nowrap transition-colors duration-100 ${
    small ? 'min-h-8 px-2 text-sm' : 'min-h-10 px-4 max-lg:min-h-11'
  } ${LOOKS[look]}`

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  look?: Look
  small?: boolean
  type?: 'button' | 'submit'
  /** At work: says so, keeps the focus, and takes no second press. */
  busy?: boolean
  children: ReactNode
}

export function Button({ look, small, type = 'button', busy = false, className = '', onClick, ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      aria-disabled={busy || rest.disabled || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
      className={`${buttonClass(look, small)} disabled:cursor-not-allowed disabled:opacity-55 aria-busy:cursor-progress aria-busy:opacity-70 ${className}`}
      {...rest}
    />
  )
}

export const INPUT =
  'w-full min-h-10 max-lg:min-h-11 rounded-edge border border-rule-strong bg-sheet px-3 aria-invalid:border-bad aria-invalid:outline-1 aria-invalid:outline-bad disabled:opacity-60'

interface FieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'id'> {
  label: string
  value: string
  onChange(value: string): void
  hint?: ReactNode
  /** What is wrong with it, and the way out. */
  error?: string | undefined
  /** The label is for readers alone: the place says what it is. */
  quiet?: boolean
}

/** A line to type in, with its name, its hint and its fault tied to it. */
export function Field({ label, value, onChange, hint, error, quiet = false, className = '', ...rest }: FieldProps) {
  const id = useId()
  const about = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className={quiet ? 'unseen' : 'text-sm font-strong'}>
        {label}
      </label>
      <input
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={about || undefined}
        className={`${INPUT} ${className}`}
        {...rest}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm font-strong text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

interface SelectProps<Value extends string> {
  label: string
  value: Value
  onChange(value: Value): void
  options: readonly { value: Value; label: string }[]
  quiet?: boolean
  className?: string
}

/** The browser's own list: a wheel on a phone, letters jump on a keyboard. */
export function Select<Value extends string>({
  label,
  value,
  onChange,
  options,
  quiet,
  className,
}: SelectProps<Value>) {
  const id = useId()
  return (
    <div className={`grid content-start gap-1 ${className ?? ''}`}>
      <label htmlFor={id} className={quiet ? 'unseen' : 'text-sm font-strong'}>
        {label}
      </label>
      <span className="relative">
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value as Value)}
          className={`${INPUT} appearance-none pr-8`}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          size={16}
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-soft"
        />
      </span>
    </div>
  )
}

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

interface TabsProps<Value extends string> {
  label: string
  value: Value
  onChange(value: Value): void
  tabs: readonly { value: Value; label: ReactNode; body: ReactNode }[]
}

/** Sides of one thing, of which one is seen. Keep the chosen one in the page's address. */
export function Tabs<Value extends string>({ label, value, onChange, tabs }: TabsProps<Value>) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <Base.List aria-label={label} className="mb-4 flex gap-6 overflow-x-auto border-b border-rule">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-10 border-b-2 border-transparent whitespace-nowrap text-soft hover:text-ink focus-visible:-outline-offset-2 data-active:border-brass data-active:font-strong data-active:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value}>
          {tab.body}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}

/** What may be longer or wider than its place. A keyboard has to reach what scrolls, so it takes the focus and has a name. */
export function ScrollBox({
  label,
  className = '',
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be refused the focus
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <div role="region" tabIndex={0} aria-label={label} className={`max-h-[32rem] overflow-auto p-4 ${className}`}>
      {children}
    </div>
  )
}
