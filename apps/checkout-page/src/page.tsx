import { Note } from '@galla/react/components'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { Ribbon } from './drawer/ribbon.tsx'
import type { FrameLink } from './frame/frame-link.ts'
import type { PageClient } from './page-client.ts'
import { Languages } from './parts/languages.tsx'
import { Summary } from './parts/summary.tsx'
import type { Session } from './session/session.ts'
import type { SessionDriver } from './session/session-driver.ts'
import { type Desk, DeskContext, useSession } from './session/use-session.ts'
import { Bank } from './steps/bank.tsx'
import { Broken } from './steps/broken.tsx'
import { Choose } from './steps/choose.tsx'
import { CloseFrame } from './steps/close-frame.tsx'
import { Done } from './steps/done.tsx'
import { Expired } from './steps/expired.tsx'
import { Failed } from './steps/failed.tsx'
import { Otp } from './steps/otp.tsx'
import { Wait } from './steps/wait.tsx'
import { useWords } from './words/use-words.tsx'

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
