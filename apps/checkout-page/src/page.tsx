import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { Ribbon } from './drawer/ribbon.tsx'
import type { FrameLink } from './frame/frame-link.ts'
import type { PageClient } from './page-client.ts'
import { Languages } from './parts/languages.tsx'
import { Note } from './parts/note.tsx'
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

export function Page({ driver, client, link }: PageProps) {
  const words = useWords()
  const state = useSession(driver)
  const linked = useSyncExternalStore(link.subscribe, () => link.linked)
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
    }),
    [state, client, link, linked, driver],
  )

  return (
    <DeskContext value={desk}>
      <Ribbon session={session} />
      <CloseFrame session={session} />
      {state.line === 'down' && session.phase !== 'broken' && (
        <Note tone="wait">{navigator.onLine ? words.unreachable : words.offline}</Note>
      )}
      <div className="sheet">
        {'view' in session && <Summary known={session} />}
        <main>
          <CurrentStep session={session} />
        </main>
      </div>
      <footer>
        <Languages />
      </footer>
    </DeskContext>
  )
}

function CurrentStep({ session }: { session: Session }) {
  const words = useWords()
  switch (session.phase) {
    case 'loading':
      return (
        <p className="soft loading" role="status">
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
