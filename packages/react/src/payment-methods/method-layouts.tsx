import { type KeyboardEvent, type ReactElement, type ReactNode, useId, useState } from 'react'
import { Icon, type IconName } from '../components/controls.tsx'
import { PaymentMethodItem } from '../components/payment-method-item.tsx'
import type { MethodName } from '../core/last-method.ts'

interface MethodLayoutProps {
  items: readonly MethodItem[]
  /** The method that is open at first; undefined without items. */
  first: MethodName | undefined
  /** Called with each method that is opened. */
  onOpen: (name: MethodName) => void
}

interface MethodItem {
  readonly name: MethodName
  readonly icon: IconName
  readonly title: string
  readonly hint: string
  readonly form: () => ReactNode
}

/** The methods one below the other. */
export function MethodAccordion({ items, first, onOpen }: MethodLayoutProps): ReactElement {
  const group = useId()
  return (
    <div className="galla-methods">
      {items.map(({ name, form, ...item }) => (
        <PaymentMethodItem
          key={name}
          {...item}
          group={group}
          initiallyOpen={name === first}
          onOpen={() => onOpen(name)}
        >
          {form}
        </PaymentMethodItem>
      ))}
    </div>
  )
}

/** The methods as tabs above one form. A form stays mounted once it was open, so what was typed survives a change of the method. */
export function MethodTabs({ items, first, onOpen }: MethodLayoutProps): ReactElement {
  const id = useId()
  // The last one first.
  const [opened, setOpened] = useState([first])
  const selected = items.some(({ name }) => name === opened[0]) ? opened[0] : first
  const open = (name: MethodName) => {
    setOpened([name, ...opened])
    onOpen(name)
  }
  return (
    <>
      <div className="galla-apps" role="tablist" onKeyDown={moveToTab}>
        {items.map(({ name, icon, title }) => (
          <button
            key={name}
            type="button"
            role="tab"
            className="galla-app"
            id={`${id}-${name}`}
            aria-selected={name === selected}
            aria-controls={`${id}-${name}-form`}
            tabIndex={name === selected ? 0 : -1}
            onClick={() => open(name)}
          >
            <Icon name={icon} />
            {title}
          </button>
        ))}
      </div>
      {items.map(({ name, hint, form }) => (
        <div
          key={name}
          role="tabpanel"
          id={`${id}-${name}-form`}
          aria-labelledby={`${id}-${name}`}
          hidden={name !== selected}
        >
          {(name === selected || opened.includes(name)) && (
            <div className="galla-stack">
              <p className="galla-muted">{hint}</p>
              {form()}
            </div>
          )}
        </div>
      ))}
    </>
  )
}

/** The arrow keys, Home and End open another tab, in the direction of the writing. */
function moveToTab(event: KeyboardEvent<HTMLDivElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll('button')]
  const at = tabs.findIndex((tab) => tab.tabIndex === 0)
  const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const backward = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft'
  const to = { [forward]: at + 1, [backward]: at - 1, Home: 0, End: -1 }[event.key]
  if (at < 0 || to === undefined) return
  event.preventDefault()
  const tab = tabs.at(to % tabs.length)
  tab?.focus()
  tab?.click()
}
