import { ErrorBoundary } from '@galla/react/components'
import { Navigate, Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { Keyboard, Search, SquareTerminal } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from '../api/browser.ts'
import { session } from '../api/client.ts'
import { connection, reconnect, staleSince } from '../api/live.ts'
import { Allowed, useMayCall } from '../api/permissions.tsx'
import { openProof } from '../api/proof.ts'
import { useAbout } from '../api/queries.ts'
import { Button } from '../components/controls.tsx'
import { Toasts } from '../components/dialog.tsx'
import { pageEnglish } from '../components/english.ts'
import { focusRow, useKeys } from '../components/keyboard.ts'
import { part } from '../components/lazy.tsx'
import { clockText } from '../i18n/format.ts'
import { messages } from '../i18n/messages.ts'
import { ActiveFaults } from './active-faults.tsx'
import { shellEnglish } from './english.ts'
import { NotAllowed } from './error-pages.tsx'
import { FocusedTime } from './focused-time.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { isOffered, NAV_ITEMS, navItemOf } from './nav-items.ts'
import { BottomBar, LogOutButton, Navigation, UserName } from './navigation.tsx'
import { ThemeSwitch } from './theme.tsx'
import { useOpenPage } from './use-pages.ts'

const t = messages('shell/frame', shellEnglish)
const { tryAgain } = messages('components/page', pageEnglish)

const CommandMenu = part(() => import('./command-menu.tsx').then(({ CommandMenu }) => CommandMenu), {
  floating: true,
})

const KeysHelp = part(() => import('./keys-help.tsx').then(({ KeysHelp }) => KeysHelp), { floating: true })

const ProofDialog = part(() => import('./proof-dialog.tsx').then(({ ProofDialog }) => ProofDialog), { floating: true })

/** The frame around every page. */
export function Shell() {
  const [open, setOpen] = useState<'command-menu' | 'keys'>()
  const openPage = useOpenPage()
  const { data: about } = useAbout()
  const { secondFactorNeeded } = useStore(session)
  const proof = useStore(openProof)
  // Where the router has arrived: until then the page before is still shown.
  const onAccount = useRouterState({
    select: ({ resolvedLocation }) => resolvedLocation?.pathname.endsWith('/account') === true,
  })
  useKeys({
    '/': () => document.querySelector<HTMLInputElement>(`#${SEARCH_ID}`)?.select(),
    '?': () => setOpen('keys'),
    'mod+k': () => setOpen('command-menu'),
    j: () => void focusRow(document, 1),
    k: () => void focusRow(document, -1),
    ...Object.fromEntries(
      NAV_ITEMS.map((item) => [`g ${item.key}`, () => void (isOffered(item, about) && openPage(item.to))]),
    ),
  })
  const close = () => setOpen(undefined)

  return (
    <>
      <button
        type="button"
        onClick={() => document.getElementById('main')?.focus()}
        className="sr-only-unless-focused fixed top-2 left-2 z-50 rounded-edge bg-brass px-4 py-2 text-on-brass"
      >
        {t.skip}
      </button>
      <EnvironmentBanner />
      <div className="mx-auto grid max-w-[96rem] lg:grid-cols-[14rem_minmax(0,1fr)] print:block">
        <aside className="sticky top-(--environment) hidden print:hidden! h-[calc(100dvh-var(--environment))] grid-cols-[minmax(0,1fr)] grid-rows-[minmax(24rem,1fr)_auto] gap-2 overflow-y-auto border-r border-rule px-3 py-4 lg:grid [@media(max-height:52rem)]:gap-1 [@media(max-height:52rem)]:py-2">
          <div className="overflow-y-auto">
            <p className="mb-4 px-3 text-lg font-strong [@media(max-height:52rem)]:mb-1">Galla</p>
            <Navigation />
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start border-t border-rule pt-2 pl-1">
            <UserName />
            <button
              type="button"
              onClick={() => setOpen('command-menu')}
              className="flex min-h-8 items-center gap-2 whitespace-nowrap rounded-edge px-2 text-sm text-soft hover:text-ink"
            >
              <SquareTerminal size={16} aria-hidden />
              {t.menu}
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
                {t.shortcuts}
              </button>
              <LogOutButton />
            </div>
            <div className="flex flex-wrap gap-1 pt-1 pl-1">
              <ThemeSwitch />
              <LanguageSwitch />
            </div>
          </div>
        </aside>
        <div className="min-w-0">
          <div className="sticky top-(--environment) z-20 flex h-(--bar) print:hidden items-center justify-between gap-4 border-b border-rule bg-paper px-4 lg:px-8">
            <SearchBox />
            {/* Until the second factor is set up, nothing is sent to this page. */}
            {!secondFactorNeeded && <ConnectionStatus />}
          </div>
          <StaleBanner />
          <main id="main" tabIndex={-1} className="px-4 pt-6 pb-28 outline-none lg:px-8 lg:pb-16">
            {secondFactorNeeded && !onAccount ? <Navigate to="/account" replace /> : <Page />}
            <FocusedTime />
          </main>
        </div>
      </div>
      <BottomBar onOpenCommandMenu={() => setOpen('command-menu')} />
      <Toasts />
      {open === 'keys' && <KeysHelp onClose={close} />}
      {open === 'command-menu' && <CommandMenu onClose={close} />}
      {proof && <ProofDialog asked={proof} />}
    </>
  )
}

/** The page at the address, for people whose role may use the page. */
function Page() {
  const item = navItemOf(useRouterState({ select: ({ matches }) => matches.at(-1)?.routeId ?? '' }))
  const may = useMayCall()
  return item === undefined || may(item.needs) ? <Outlet /> : <NotAllowed page={item.label} />
}

/** Shows whether the payments are real, to prevent refunds of real money by mistake. */
function EnvironmentBanner() {
  const { data: about, error, refetch } = useAbout()
  if (!about) {
    return (
      <div className="sticky top-0 z-30 flex h-(--environment) items-center gap-3 overflow-hidden border-b border-rule bg-paper px-4 text-xs whitespace-nowrap print:hidden">
        {error && (
          <>
            <span role="alert" className="text-bad">
              {t.environment.unknown}
            </span>
            <button type="button" className="text-brass underline underline-offset-2" onClick={() => void refetch()}>
              {tryAgain}
            </button>
          </>
        )}
      </div>
    )
  }
  const isProduction = about.environment === 'PRODUCTION'
  return (
    <section
      aria-label={t.environment.label}
      className={`sticky top-0 z-30 flex h-(--environment) items-center print:hidden gap-3 overflow-hidden px-4 text-xs whitespace-nowrap ${
        isProduction ? 'bg-ink text-sheet' : 'stripes border-b-2 border-dashed border-brass'
      }`}
    >
      <strong>{isProduction ? 'PRODUCTION' : t.environment.test}</strong>
      {about.sandbox && (
        <Allowed to="ALL /sandbox/*">
          <ErrorBoundary fallback={() => null}>
            <ActiveFaults />
          </ErrorBoundary>
        </Allowed>
      )}
      <span className="truncate">{isProduction ? t.environment.real : t.environment.noMoney(about.environment)}</span>
      <span translate="no" className="ml-auto truncate max-sm:hidden">
        {about.providerHost}
      </span>
    </section>
  )
}

const SEARCH_ID = 'search'

/** Searches orders, refunds and callbacks by any of their ids. */
function SearchBox() {
  const navigate = useNavigate()
  const q = useRouterState({ select: ({ location }) => String((location.search as { q?: string }).q ?? '') })
  const [typed, setTyped] = useState(q)
  useEffect(() => setTyped(q), [q])
  return (
    // biome-ignore lint/a11y/useSemanticElements: some screen readers do not know the element <search> yet
    <form
      role="search"
      className="relative min-w-0 flex-1 sm:max-w-md"
      onSubmit={(event) => {
        event.preventDefault()
        const id = typed.trim()
        if (id === '') return
        void navigate({ to: '/orders', search: { q: id } })
        // The keys of the page work on what was found, and the next search starts afresh.
        document.getElementById('main')?.focus()
      }}
    >
      <label htmlFor={SEARCH_ID} className="sr-only">
        {t.search.label}
      </label>
      <Search
        size={16}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-soft"
      />
      <input
        id={SEARCH_ID}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        placeholder={t.search.placeholder}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        className="min-h-10 w-full rounded-edge border border-rule-strong bg-sheet pr-14 pl-9 text-ellipsis placeholder:text-soft"
      />
      <kbd className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 font-mono text-xs text-soft max-lg:hidden">
        {typed.trim() === '' || typed === q ? '/' : 'Enter'}
      </kbd>
    </form>
  )
}

/** Shown while changes of the gateway do not arrive. */
function StaleBanner() {
  const state = useStore(connection)
  const sinceMs = useStore(staleSince)
  if (state !== 'offline' || sinceMs === undefined) return null
  return (
    <section
      aria-label={t.connection.label}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b-2 border-wait bg-wait-wash px-4 py-2 text-wait lg:px-8"
    >
      <p role="status">{t.connection.stale(clockText(sinceMs))}</p>
      <Button small onClick={reconnect}>
        {tryAgain}
      </Button>
    </section>
  )
}

/** State of the live event stream. */
function ConnectionStatus() {
  const state = useStore(connection)
  const { label, hint } = t.connection[state]
  return (
    <span role="status" title={hint} className="flex items-center gap-2 text-sm whitespace-nowrap text-soft">
      <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 fill-none stroke-current stroke-2">
        {state === 'live' && <circle cx="6" cy="6" r="4" className="fill-current" />}
        {state === 'reconnecting' && <circle cx="6" cy="6" r="4" strokeDasharray="3 3" />}
        {state === 'offline' && <path d="M2 2l8 8M10 2l-8 8" />}
      </svg>
      <span>{label}</span>
    </span>
  )
}
