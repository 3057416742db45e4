import { Link } from '@tanstack/react-router'
import { CircleUser, LogOut, Menu } from 'lucide-react'
import { useState } from 'react'
import { defined, useStore } from '../api/browser.ts'
import { ApiError, consoleApi, session } from '../api/client.ts'
import { useToApprove } from '../api/to-approve.ts'
import { Button } from '../components/controls.tsx'
import { Dialog, showToast } from '../components/dialog.tsx'
import { messages } from '../i18n/messages.ts'
import { visibleText } from '../i18n/visible-text.ts'
import { shellEnglish } from './english.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { NAV_GROUPS } from './nav-items.ts'
import { ThemeSwitch } from './theme.tsx'
import { useNavItems, useOpeningSearch } from './use-pages.ts'

const t = messages('shell/frame', shellEnglish)

const ITEM =
  'flex min-h-7 w-full lg:[@media(max-height:52rem)]:min-h-6 items-center gap-3 rounded-edge px-3 text-soft hover:bg-brass-wash hover:text-ink max-lg:min-h-12'

/** Links to all pages, for the sidebar of a desktop and the sheet of a phone. */
export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const offered = useNavItems()
  const searchOf = useOpeningSearch()
  return (
    <nav aria-label={t.pages} className="grid gap-4 lg:gap-2 lg:[@media(max-height:52rem)]:gap-1">
      {NAV_GROUPS.map(({ label, items }) => {
        const shown = items.filter((item) => offered.includes(item))
        return (
          shown.length > 0 && (
            <div key={label}>
              <p className="px-3 text-xs text-soft max-lg:pb-1">{label}</p>
              <ul>
                {shown.map(({ to, label, Icon }) => (
                  <li key={to}>
                    <Link
                      to={to}
                      search={searchOf(to) as never}
                      {...defined({ onClick: onNavigate })}
                      activeOptions={{ exact: to === '/', includeSearch: false }}
                      className={`${ITEM} aria-[current=page]:bg-brass-wash aria-[current=page]:font-strong aria-[current=page]:text-ink`}
                    >
                      <Icon size={18} strokeWidth={1.6} aria-hidden />
                      {label}
                      {to === '/refunds' && <ToApprove className="ml-auto" />}
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

/** How many refunds wait for this person. */
function ToApprove({ className }: { className: string }) {
  const count = useToApprove()
  if (count === 0) return null
  return (
    <span
      className={`${className} min-w-5 rounded-full bg-brass px-1.5 text-center text-xs font-strong text-on-brass tabular-nums`}
    >
      {count > 99 ? '99+' : count}
      <span className="sr-only"> {t.toApprove}</span>
    </span>
  )
}

const BOTTOM: readonly string[] = ['/', '/orders', '/refunds', '/webhooks']

/** The navigation of a phone: four pages at the bottom of the screen, the others in a sheet. */
export function BottomBar({ onOpenCommandMenu }: { onOpenCommandMenu(): void }) {
  const [open, setOpen] = useState(false)
  const offered = useNavItems()
  const searchOf = useOpeningSearch()
  const item =
    'relative flex min-h-14 flex-col items-center justify-center gap-0.5 text-xs text-soft focus-visible:-outline-offset-2'
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 border-t border-rule-strong bg-sheet pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden">
      <nav aria-label={t.mainPages} className="grid grid-cols-5">
        {offered
          .filter(({ to }) => BOTTOM.includes(to))
          .map(({ to, label, Icon }) => (
            <Link
              key={to}
              to={to}
              search={searchOf(to) as never}
              activeOptions={{ exact: to === '/', includeSearch: false }}
              className={`${item} aria-[current=page]:font-strong aria-[current=page]:text-brass`}
            >
              <Icon size={20} strokeWidth={1.6} aria-hidden />
              {label}
              {to === '/refunds' && <ToApprove className="absolute top-1 left-1/2 ml-2" />}
            </Link>
          ))}
        <button type="button" onClick={() => setOpen(true)} className={item}>
          <Menu size={20} strokeWidth={1.6} aria-hidden />
          {t.more}
        </button>
      </nav>
      <Dialog open={open} onClose={() => setOpen(false)} title={t.allPages}>
        <Navigation onNavigate={() => setOpen(false)} />
        <Button
          className="mt-4 w-full"
          onClick={() => {
            setOpen(false)
            onOpenCommandMenu()
          }}
        >
          {t.menu}…
        </Button>
        <div className="mt-4 flex flex-wrap items-center justify-between gap-2 border-t border-rule pt-4">
          <ThemeSwitch />
          <LanguageSwitch />
          <LogOutButton />
        </div>
      </Dialog>
    </div>
  )
}

/** Ends the session. While the gateway has not done so, the next person at this browser could go on with it: the page stays, and says so. */
export async function logOut(): Promise<void> {
  try {
    await consoleApi('DELETE /session')
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) return showToast(t.notLoggedOut, 'bad')
  }
  session.end()
}

/** Shows the name of the logged-in user, with a link to the account. */
export function UserName() {
  const { user } = useStore(session)
  if (!user) return null
  return (
    <Link
      to="/account"
      className="flex min-h-8 w-full items-center gap-2 rounded-edge px-2 text-sm text-soft hover:text-ink"
    >
      <CircleUser size={16} aria-hidden className="flex-none" />
      <span className="sr-only">{t.accountOf} </span>
      <span translate="no" title={visibleText(user.name)} className="truncate">
        {visibleText(user.name)}
      </span>
    </Link>
  )
}

export function LogOutButton() {
  const { user } = useStore(session)
  return (
    <Button small variant="ghost" className="font-normal text-soft" onClick={() => void logOut()}>
      <LogOut size={16} aria-hidden />
      {t.logOut}
      <span translate="no" className="sr-only">
        {' '}
        {user?.name}
      </span>
    </Button>
  )
}
