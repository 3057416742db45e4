import { Outlet, useNavigate } from '@tanstack/react-router'
import { Keyboard, SquareTerminal } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { walk } from '../ui/row-keys.ts'
import { Toasts } from '../ui/toast.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { type KeyMap, useKeys } from './keys.ts'
import { KeysHelp } from './keys-help.tsx'
import { LeaveButton } from './leave-button.tsx'
import { LineMark } from './line-mark.tsx'
import { Navigation } from './navigation.tsx'
import { ALL_PLACES } from './places.ts'
import { Ribbon } from './ribbon.tsx'
import { SEARCH_ID, SearchBox } from './search-box.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const Palette = lazy(() => import('./palette.tsx').then(({ Palette }) => ({ default: Palette })))

/** What stands around every page. */
export function Shell() {
  const [open, setOpen] = useState<'palette' | 'keys'>()
  const navigate = useNavigate()
  const keys = useMemo<KeyMap>(
    () => ({
      '/': () => document.getElementById(SEARCH_ID)?.focus(),
      '?': () => setOpen('keys'),
      'mod+k': () => setOpen('palette'),
      j: () => void walk(document, 1),
      k: () => void walk(document, -1),
      ...Object.fromEntries(ALL_PLACES.map(({ key, to }) => [`g ${key}`, () => void navigate({ to })])),
    }),
    [navigate],
  )
  useKeys(keys)
  const close = () => setOpen(undefined)

  return (
    <>
      <button
        type="button"
        onClick={() => document.getElementById('main')?.focus()}
        className="unseen-unless-focused fixed top-2 left-2 z-50 rounded-edge bg-brass px-4 py-2 text-on-brass"
      >
        Skip to the page
      </button>
      <Ribbon />
      <div className="mx-auto grid max-w-[96rem] lg:grid-cols-[14rem_minmax(0,1fr)]">
        <aside className="sticky top-(--ribbon) hidden h-[calc(100dvh-var(--ribbon))] content-between gap-4 overflow-y-auto border-r border-rule px-3 py-4 lg:grid">
          <div>
            <p className="mb-4 px-3 text-lg font-strong">Galla</p>
            <Navigation />
          </div>
          <div className="grid justify-items-start gap-2 px-1">
            <button
              type="button"
              onClick={() => setOpen('palette')}
              className="flex min-h-8 items-center gap-2 rounded-edge px-2 text-sm text-soft hover:text-ink"
            >
              <SquareTerminal size={16} aria-hidden />
              Do something
              <span aria-hidden="true" className="font-mono text-xs">
                Ctrl K
              </span>
            </button>
            <div className="flex items-center">
              <button
                type="button"
                onClick={() => setOpen('keys')}
                className="flex min-h-8 items-center gap-2 rounded-edge px-2 text-sm text-soft hover:text-ink"
              >
                <Keyboard size={16} aria-hidden />
                Keys
              </button>
              <LeaveButton />
            </div>
            <ThemeSwitch />
          </div>
        </aside>
        <div className="min-w-0">
          <div className="sticky top-(--ribbon) z-20 flex h-(--bar) items-center justify-between gap-4 border-b border-rule bg-paper px-4 lg:px-8">
            <SearchBox />
            <LineMark />
          </div>
          <main id="main" tabIndex={-1} className="px-4 pt-6 pb-28 outline-none lg:px-8 lg:pb-16">
            <Outlet />
          </main>
        </div>
      </div>
      <BottomBar onFind={() => setOpen('palette')} />
      <Toasts />
      <KeysHelp open={open === 'keys'} onClose={close} />
      {open === 'palette' && (
        <Suspense>
          <Palette onClose={close} />
        </Suspense>
      )}
    </>
  )
}
