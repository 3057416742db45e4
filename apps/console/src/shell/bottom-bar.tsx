import { Link } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LeaveButton } from './leave-button.tsx'
import { Navigation } from './navigation.tsx'
import { ALL_PLACES } from './places.ts'
import { ThemeSwitch } from './theme-switch.tsx'

const SHOWN = ALL_PLACES.slice(0, 4)

/** On a phone: four places under the thumb, the rest in a sheet. */
export function BottomBar({ onFind }: { onFind(): void }) {
  const [open, setOpen] = useState(false)
  const item =
    'flex min-h-14 flex-col items-center justify-center gap-0.5 text-xs text-soft focus-visible:-outline-offset-2'
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 border-t border-rule-strong bg-sheet pb-[env(safe-area-inset-bottom)] lg:hidden">
      <nav aria-label="Main pages" className="grid grid-cols-5">
        {SHOWN.map(({ to, label, Icon }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: to === '/', includeSearch: false }}
            className={`${item} aria-[current=page]:font-strong aria-[current=page]:text-brass`}
          >
            <Icon size={20} strokeWidth={1.6} aria-hidden />
            {label}
          </Link>
        ))}
        <button type="button" onClick={() => setOpen(true)} className={item}>
          <Menu size={20} strokeWidth={1.6} aria-hidden />
          More
        </button>
      </nav>
      <Dialog open={open} onClose={() => setOpen(false)} title="All pages">
        <Navigation onGo={() => setOpen(false)} />
        <Button
          className="mt-4 w-full"
          onClick={() => {
            setOpen(false)
            onFind()
          }}
        >
          Do something…
        </Button>
        <div className="mt-4 flex items-center justify-between border-t border-rule pt-4">
          <ThemeSwitch />
          <LeaveButton />
        </div>
      </Dialog>
    </div>
  )
}
