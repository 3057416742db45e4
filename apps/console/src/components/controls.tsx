import { typedText } from '@galla/contract/digits'
import { ChevronDown } from 'lucide-react'
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

type Variant = 'primary' | 'secondary' | 'ghost' | 'danger'

const VARIANTS: { readonly [Key in Variant]: string } = {
  primary: 'border-transparent bg-brass text-on-brass hover:bg-brass-deep',
  secondary: 'border-rule-strong bg-transparent text-ink hover:bg-brass-wash',
  ghost: 'border-transparent bg-transparent text-brass hover:bg-brass-wash',
  // Not red: red is reserved for failed payments.
  danger: 'border-ink bg-ink text-sheet hover:opacity-85',
}

/** Classes of a button, for links that look like one. */
export const buttonClass = (variant: Variant = 'secondary', small = false): string =>
  `inline-flex items-center justify-center gap-2 rounded-edge border font-strong whitespace-nowrap transition-colors duration-100 ${
    small ? 'min-h-8 px-2 text-sm' : 'min-h-10 px-4 max-lg:min-h-11'
  } ${VARIANTS[variant]}`

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  /** @default 'secondary' */
  variant?: Variant
  small?: boolean
  type?: 'button' | 'submit'
  /** Work is in progress: the button keeps the focus and ignores presses. */
  busy?: boolean
  children: ReactNode
}

export function Button({
  variant,
  small,
  type = 'button',
  busy = false,
  className = '',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      aria-disabled={busy || rest.disabled || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
      className={`${buttonClass(variant, small)} disabled:cursor-not-allowed disabled:opacity-55 aria-busy:cursor-progress aria-busy:opacity-70 ${className}`}
      {...rest}
    />
  )
}

export const INPUT =
  'w-full min-h-10 max-lg:min-h-11 rounded-edge border border-rule-strong bg-sheet px-3 aria-invalid:border-bad aria-invalid:outline-1 aria-invalid:outline-bad disabled:opacity-60'

/** Classes of a filter of a list; one that is set stands out. */
export const chipClass = (isSet: boolean): string =>
  `inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-full border px-3 text-sm whitespace-nowrap tabular-nums max-lg:min-h-11 ${
    isSet ? 'border-brass bg-brass-wash' : 'border-rule-strong bg-sheet hover:bg-brass-wash'
  }`

interface FieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'id'> {
  label: ReactNode
  value: string
  onChange(value: string): void
  hint?: ReactNode
  /** The fault of the value and its correction. */
  error?: string | undefined
  /** Shows the label to screen readers only. */
  hideLabel?: boolean
}

/** A text input with its label, hint and error. */
export function Field({ label, value, onChange, hint, error, hideLabel = false, className = '', ...rest }: FieldProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-strong'}>
        {label}
      </label>
      <input
        id={id}
        value={value}
        onChange={(event) => onChange(typedText(event.target.value, rest.inputMode))}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={describedBy || undefined}
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
  /** The fault of the choice. */
  error?: string | undefined
  /** Shows the label to screen readers only. */
  hideLabel?: boolean
  className?: string
}

/** The browser's native select. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, onChange, options, error, hideLabel, className = '' } = props
  const id = useId()
  return (
    <div className={`grid content-start gap-1 ${className}`}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-strong'}>
        {label}
      </label>
      <span className="relative">
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value as Value)}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error && `${id}-error`}
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
      {error && (
        <p id={`${id}-error`} className="text-sm font-strong text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

interface ToggleGroupProps<Value extends string> {
  label: string
  value: Value
  onChange(value: Value): void
  options: readonly { value: Value; label: string }[]
}

/** The views of a list as a row of buttons, of which one is pressed. */
export function ToggleGroup<Value extends string>({ label, value, onChange, options }: ToggleGroupProps<Value>) {
  const row = useRef<HTMLFieldSetElement>(null)
  // A link may open a view whose button is beyond the edge of a phone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pressed button is another one for another value
  useLayoutEffect(() => {
    const pressed = row.current?.querySelector('[aria-pressed=true]')
    if (row.current && pressed) row.current.scrollLeft += middleOf(pressed) - middleOf(row.current)
  }, [value])
  return (
    <fieldset
      ref={row}
      className="-mx-4 mb-1 flex min-w-0 gap-1 overflow-x-auto border-b border-rule px-4 lg:-mx-8 lg:px-8"
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className="-mb-px min-h-9 border-b-2 border-transparent px-2 whitespace-nowrap text-soft hover:text-ink focus-visible:-outline-offset-2 aria-pressed:border-brass aria-pressed:font-strong aria-pressed:text-ink max-lg:min-h-11"
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}

const middleOf = (element: Element): number => {
  const { left, width } = element.getBoundingClientRect()
  return left + width / 2
}

interface TabsProps<Value extends string> {
  label: string
  value: Value
  onChange(value: Value): void
  tabs: readonly { value: Value; label: ReactNode; body: ReactNode }[]
}

/** Keys that move the focus among the tabs, and the index that each one leads to. */
const TAB_KEYS: { readonly [key: string]: (at: number, count: number) => number } = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Scrolls a strip of tabs, and nothing else, until the selected tab is whole. */
function showSelected(strip: HTMLElement): void {
  const tab = strip.querySelector('[aria-selected=true]')?.getBoundingClientRect()
  const { left, right } = strip.getBoundingClientRect()
  if (tab) strip.scrollLeft += Math.max(0, tab.right - right) - Math.max(0, left - tab.left)
}

/** Tabs with manual activation: arrow keys, Home and End move the focus, Enter and Space select. Only the selected panel is mounted. */
export function Tabs<Value extends string>({ label, value, onChange, tabs }: TabsProps<Value>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<Value>()
  const selected = tabs.find((tab) => tab.value === value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is in another place
  useEffect(() => {
    if (list.current) showSelected(list.current)
  }, [value])
  const reachable = tabs.some((tab) => tab.value === focused) ? focused : value
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    const next = event.altKey || event.ctrlKey || event.metaKey ? undefined : TAB_KEYS[event.key]
    if (!next || at < 0) return
    event.preventDefault()
    buttons[next(at, buttons.length)]?.focus()
  }
  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="mb-3 flex gap-6 overflow-x-auto border-b border-rule"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-panel` : undefined}
            tabIndex={tab.value === reachable ? 0 : -1}
            onFocus={() => setFocused(tab.value)}
            onBlur={() => setFocused(undefined)}
            onClick={() => tab.value !== value && onChange(tab.value)}
            className="-mb-px min-h-10 border-b-2 border-transparent whitespace-nowrap text-soft hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-brass aria-selected:font-strong aria-selected:text-ink"
          >
            {tab.label}
          </button>
        ))}
      </div>
      {selected && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without focusable content has to be reachable
        <div key={value} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${value}`} tabIndex={0}>
          {selected.body}
        </div>
      )}
    </div>
  )
}

interface ScrollRegionProps extends Pick<ComponentProps<'div'>, 'ref' | 'onKeyDown'> {
  label: string
  className?: string
  children: ReactNode
}

/** Content that may be larger than its box. It takes the focus, so that a keyboard can scroll it. */
export function ScrollRegion({ label, className = '', ...rest }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: on a section, biome does not allow tabIndex
    <div
      role="region"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      aria-label={label}
      className={`max-h-[32rem] overflow-auto p-4 ${className}`}
      {...rest}
    />
  )
}
