import { Menu as Base } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { buttonClass } from './button.tsx'

interface MenuProps {
  /** What the button shows. */
  label: ReactNode
  /** Its name, where it shows only a picture. */
  name?: string
  items: readonly { label: string; onSelect(): void; disabled?: boolean }[]
}

/** A button with a short list of things to do behind it. */
export function Menu({ label, name, items }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger aria-label={name} className={buttonClass('quiet')}>
        {label}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="end" className="z-30">
          <Base.Popup className="min-w-48 rounded-edge border border-rule-strong bg-sheet py-1 text-ink">
            {items.map((item) => (
              <Base.Item
                key={item.label}
                disabled={item.disabled ?? false}
                onClick={item.onSelect}
                className="flex min-h-10 cursor-pointer items-center px-4 outline-none data-disabled:cursor-not-allowed data-disabled:opacity-55 data-highlighted:bg-brass-wash"
              >
                {item.label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
