import { Note } from '@galla/react/components'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { Summary } from './components/summary.tsx'
import type { FrameLink } from './frame/frame-messages.ts'
import { Languages, useWords } from './i18n/i18n-provider.tsx'
import { Ribbon } from './sandbox-tools/sandbox-banner.tsx'
import type { PageClient } from './session/page-client.ts'
import type { SessionDriver } from './session/session.ts'
import { type Desk, DeskContext, useSession } from './session/session-context.ts'
import type { Session } from './session/session-state.ts'
import { Bank, Otp } from './steps/bank.tsx'
import { Choose } from './steps/choose.tsx'
import { Broken, Done, Expired, Failed } from './steps/ended.tsx'
import { CloseFrame } from './steps/exits.tsx'
import { Wait } from './steps/wait.tsx'

interface PageProps {
  driver: SessionDriver
  client: PageClient
  link: FrameLink
}

/** Steps beside which the bill shows the clock; waiting has one of its own, and what is over has none. */
const TIMED: ReadonlySet<Session['phase']> = new Set(['choose', 'otp', 'bank'])

export function Page({ driver, client, link }: PageProps) {
  const words = useWords()
  const state = useSession(driver)
  const linked = useSyncExternalStore(link.subscribe, () => link.linked)
  const drawer = useRef<HTMLDialogElement>(null)
  const [drawerWanted, setDrawerWanted] = useState(false)
  const { session } = state
  const merchantName = 'view' in session ? session.view.merchantName : undefined

  useEffect(() => {
    if (merchantName !== undefined) document.title = words.pageTitle(merchantName)
  }, [merchantName, words])

  const desk = useMemo<Desk>(
    () => ({
      state,
      client,
      link: { ...link, linked, framed: link.framed },
      act: (send, leaveBehind) => driver.act(send, leaveBehind),
      look: () => driver.look(),
      tryAgain: () => driver.tryAgain(),
      openDrawer() {
        setDrawerWanted(true)
        drawer.current?.showModal()
      },
    }),
    [state, client, link, linked, driver],
  )

  return (
    <DeskContext value={desk}>
      <Ribbon session={session} dialog={drawer} wanted={drawerWanted}>
        <CloseFrame session={session} />
      </Ribbon>
      {state.line === 'down' && session.phase !== 'broken' && (
        <Note tone="wait">{navigator.onLine ? words.unreachable : words.offline}</Note>
      )}
      <div
        key={'view' in session ? 'order' : 'none'}
        className={session.phase === 'done' || !('view' in session) ? 'sheet sheet-single' : 'sheet'}
      >
        {'view' in session && session.phase !== 'done' && <Summary known={session} timed={TIMED.has(session.phase)} />}
        <main aria-label={merchantName && words.pageTitle(merchantName)}>
          <CurrentStep session={session} />
        </main>
      </div>
      {session.phase !== 'loading' && (
        <footer>
          <Languages />
        </footer>
      )}
    </DeskContext>
  )
}

function CurrentStep({ session }: { session: Session }) {
  const words = useWords()
  switch (session.phase) {
    case 'loading':
      return (
        <p className="galla-soft loading" role="status">
          {words.loading}
        </p>
      )
    case 'broken':
      return <Broken why={session.why} />
    case 'choose':
      return <Choose known={session} />
    case 'wait':
      return <Wait key={session.attempt.step} known={session} attempt={session.attempt} />
    case 'otp':
      return <Otp known={session} attempt={session.attempt} />
    case 'bank':
      return <Bank known={session} attempt={session.attempt} />
    case 'failed':
      return <Failed known={session} {...(session.attempt && { attempt: session.attempt })} />
    case 'expired':
      return <Expired known={session} />
    case 'done':
      return <Done known={session} />
  }
}
