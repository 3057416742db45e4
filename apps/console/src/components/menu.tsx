import { Ellipsis, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { messages } from '../i18n/messages.ts'
import { buttonClass } from './controls.tsx'
import { listEnglish } from './english.ts'
import { Popover } from './popover.tsx'

const t = messages('components/list', listEnglish)

/** One action of a page: a file to download, or a press. */
export type MenuItem = { label: ReactNode; Icon: LucideIcon } & ({ href: string } | { onPress(): void })

/** The less frequent actions of a page behind one button; a single one is a button of its own. */
export function Menu({ items }: { items: readonly MenuItem[] }) {
  const [only, ...others] = items
  if (only === undefined) return null
  if (others.length === 0) return <Action item={only} className={buttonClass()} />
  return (
    <Popover
      label={t.options}
      button={
        <>
          <Ellipsis size={18} aria-hidden />
          <span className="max-sm:sr-only">{t.options}</span>
        </>
      }
      className={`${buttonClass()} max-sm:px-3 aria-expanded:bg-brass-wash`}
      panelClass="p-1 sm:min-w-56"
    >
      {(close) => (
        <ul>
          {items.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items of a page have a fixed order
            <li key={at}>
              <Action item={item} className={ROW} onDone={close} />
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}

const ROW =
  'flex min-h-10 w-full items-center gap-3 rounded-edge px-3 text-left hover:bg-brass-wash focus-visible:-outline-offset-2 max-lg:min-h-11'

interface ActionProps {
  item: MenuItem
  className: string
  onDone?: () => void
}

function Action({ item, className, onDone }: ActionProps) {
  const { label, Icon } = item
  const content = (
    <>
      <Icon size={16} aria-hidden className="shrink-0" />
      <span className="max-w-64 truncate">{label}</span>
    </>
  )
  if ('href' in item) {
    return (
      <a href={item.href} download className={className} onClick={onDone}>
        {content}
      </a>
    )
  }
  return (
    <button
      type="button"
      className={className}
      onClick={() => {
        // The menu first: it gives the focus back to its button, to which a dialog returns it.
        onDone?.()
        item.onPress()
      }}
    >
      {content}
    </button>
  )
}
