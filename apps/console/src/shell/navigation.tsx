import { Link } from '@tanstack/react-router'
import { LogOut, Menu } from 'lucide-react'
import { useState } from 'react'
import { call, session } from '../api/client.ts'
import { useAbout } from '../api/queries.ts'
import { Button } from '../components/controls.tsx'
import { Dialog } from '../components/dialog.tsx'
import { ALL_PLACES, PLACES } from './places.ts'
import { ThemeSwitch } from './theme.tsx'

/** All places of the console, for the side of a desktop and for the sheet of a phone. */
export function Navigation({ onGo }: { onGo?: () => void }) {
  const { data: about } = useAbout()
  return (
    <nav aria-label="Pages" className="grid gap-4">
      {PLACES.map(({ label, places }) => {
        const shown = places.filter(({ sandbox }) => !sandbox || about?.sandbox === true)
        return (
          shown.length > 0 && (
            <div key={label}>
              <p className="px-3 pb-1 text-xs text-soft">{label}</p>
              <ul>
                {shown.map(({ to, label, Icon }) => (
                  <li key={to}>
                    <Link
                      to={to}
                      {...(onGo ? { onClick: onGo } : {})}
                      activeOptions={{ exact: to === '/', includeSearch: false }}
                      className="flex min-h-10 items-center gap-3 rounded-edge px-3 text-soft hover:bg-brass-wash hover:text-ink aria-[current=page]:bg-brass-wash aria-[current=page]:font-strong aria-[current=page]:text-ink max-lg:min-h-12"
                    >
                      <Icon size={18} strokeWidth={1.6} aria-hidden />
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          )
        )
      })}
    </nav>
  )
}

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

export function LeaveButton() {
  const leave = async () => {
    // Whatever the server says, this browser forgets.
    await call('DELETE /session').catch(() => undefined)
    session.close()
  }
  return (
    <Button small look="plain" className="font-normal text-soft" onClick={() => void leave()}>
      <LogOut size={16} aria-hidden />
      Log out
    </Button>
  )
}
