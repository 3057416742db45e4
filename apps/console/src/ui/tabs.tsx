import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

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
