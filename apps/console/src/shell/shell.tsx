import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { Keyboard, Search, SquareTerminal } from 'lucide-react'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useStore } from '../api/browser.ts'
import { type LineState, line } from '../api/live.ts'
import { useAbout } from '../api/queries.ts'
import { Toasts } from '../components/dialog.tsx'
import { type KeyMap, useKeys, walk } from '../components/keyboard.ts'
import { KeysHelp } from './keys-help.tsx'
import { BottomBar, LeaveButton, Navigation } from './navigation.tsx'
import { ALL_PLACES } from './places.ts'
import { ThemeSwitch } from './theme.tsx'

const Palette = lazy(() => import('./command-menu.tsx').then(({ Palette }) => ({ default: Palette })))

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

/** Where one is, so that nobody refunds real money by way of trial: an ink bar for production, paper stripes for the sandbox. */
export function Ribbon() {
  const { data: about } = useAbout()
  if (!about) return <div className="sticky top-0 z-30 h-(--ribbon) border-b border-rule bg-paper" />
  const real = about.environment === 'PRODUCTION'
  return (
    <section
      aria-label="Environment"
      className={`sticky top-0 z-30 flex h-(--ribbon) items-center gap-3 overflow-hidden px-4 text-xs whitespace-nowrap ${
        real ? 'bg-ink text-sheet' : 'stripes border-b-2 border-dashed border-brass'
      }`}
    >
      <strong>{about.environment}</strong>
      <span className="truncate">{real ? 'Real money moves here.' : 'Play money: nothing here reaches a bank.'}</span>
      <span className="ml-auto truncate max-sm:hidden">{about.providerHost}</span>
    </section>
  )
}

export const SEARCH_ID = 'search'

/** Any id that a person may hold in the hand. Enter looks it up among the orders. */
export function SearchBox() {
  const navigate = useNavigate()
  const asked = useRouterState({ select: ({ location }) => String((location.search as { q?: string }).q ?? '') })
  const [words, setWords] = useState(asked)
  useEffect(() => setWords(asked), [asked])
  return (
    // biome-ignore lint/a11y/useSemanticElements: the element <search> is too young for some readers
    <form
      role="search"
      className="relative min-w-0 flex-1 sm:max-w-md"
      onSubmit={(event) => {
        event.preventDefault()
        const q = words.trim()
        if (q === '') return
        void navigate({ to: '/orders', search: { q } })
      }}
    >
      <label htmlFor={SEARCH_ID} className="unseen">
        Search any id
      </label>
      <Search
        size={16}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-soft"
      />
      <input
        id={SEARCH_ID}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        placeholder="Any id, UTR, …@bank"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        className="min-h-10 w-full rounded-edge border border-rule-strong bg-sheet pr-10 pl-9 placeholder:text-soft"
      />
      <kbd className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 font-mono text-xs text-soft max-lg:hidden">
        /
      </kbd>
    </form>
  )
}

const WORDS: { readonly [Key in LineState]: { word: string; says: string } } = {
  live: { word: 'Live', says: 'What changes in the books shows here by itself.' },
  reconnecting: { word: 'Reconnecting', says: 'The line to the books broke; it is being opened again.' },
  offline: { word: 'Offline', says: 'The books do not answer. What is shown may be old.' },
}

/** Whether what is on the page is what is in the books. */
export function LineMark() {
  const state = useStore(line)
  const { word, says } = WORDS[state]
  return (
    <span role="status" title={says} className="flex items-center gap-2 text-sm whitespace-nowrap text-soft">
      <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 fill-none stroke-current stroke-2">
        {state === 'live' && <circle cx="6" cy="6" r="4" className="fill-current" />}
        {state === 'reconnecting' && <circle cx="6" cy="6" r="4" strokeDasharray="3 3" />}
        {state === 'offline' && <path d="M2 2l8 8M10 2l-8 8" />}
      </svg>
      <span className="max-sm:unseen">{word}</span>
    </span>
  )
}
