import type { PageView } from '@galla/contract/sandbox-api/page-routes'
import { Alert, Icon, rememberMethod } from '@galla/react/components'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { PartBoundary, part, StepLoading } from './components/part.tsx'
import { Summary } from './components/summary.tsx'
import type { FrameLink } from './frame/frame-messages.ts'
import type { Messages } from './i18n/en.ts'
import { LanguageSwitch, useMessages } from './i18n/i18n-provider.tsx'
import { isLiveQr } from './payment-methods/live-qr.ts'
import { SandboxBanner } from './sandbox-tools/sandbox-banner.tsx'
import type { PageClient } from './session/page-client.ts'
import type { PageSession } from './session/session.ts'
import { PaymentContext, type PaymentContextValue, useSession } from './session/session-context.ts'
import type { Session } from './session/session-state.ts'
import { Choose } from './steps/choose.tsx'
import { Done, Expired, Failed, Unavailable } from './steps/ended.tsx'
import { BankPage, Otp } from './steps/load-bank.tsx'
import { Wait } from './steps/wait.tsx'

const Approval = part(() => import('./mandates/setup.tsx').then(({ Approval }) => Approval), {
  Loading: StepLoading,
})
const Approved = part(() => import('./mandates/setup.tsx').then(({ Approved }) => Approved), {
  Loading: StepLoading,
})

/** Only a page in a frame has the button. Until it is there, the shop's script shows its own. */
const nothing = { Loading: () => null, Failed: () => null }
const CloseFrame = part(() => import('./frame/close-frame.tsx').then((close) => close.default), nothing)

export interface PageProps {
  session: PageSession
  client: PageClient
  link: FrameLink
}

/** Phases in which the summary shows the time left. `wait` shows it in the step; the final phases have none. */
const TIMED: ReadonlySet<Session['phase']> = new Set(['choose', 'otp', 'bank'])

/** The payment page of one order. */
export function Page({ session: pageSession, client, link }: PageProps) {
  const messages = useMessages()
  const state = useSession(pageSession)
  const linked = useSyncExternalStore(link.subscribe, () => link.linked)
  const outcomePanel = useRef<HTMLDialogElement>(null)
  const [panelOpened, setPanelOpened] = useState(false)
  const { session } = state
  const offline = state.connection === 'down' && !navigator.onLine
  const title = 'view' in session ? titleOf(session.view, messages) : undefined

  useEffect(() => {
    if (title !== undefined) document.title = title
  }, [title])

  const paidBy = session.phase === 'done' && !session.view.mandate ? session.view.attempt?.type : undefined
  useEffect(() => {
    if (paidBy) rememberMethod(paidBy)
  }, [paidBy])

  const value = useMemo<PaymentContextValue>(
    () => ({
      // A request that cannot leave the device is not offered. What was typed stays.
      state: offline ? { ...state, sending: true } : state,
      client,
      link: { ...link, linked, framed: link.framed },
      act: (send, dismissedAttemptId) => pageSession.act(send, dismissedAttemptId),
      refresh: () => pageSession.refresh(),
      tryAgain: () => pageSession.tryAgain(),
      openOutcomePanel() {
        setPanelOpened(true)
        outcomePanel.current?.showModal()
      },
    }),
    [state, offline, client, link, linked, pageSession],
  )

  return (
    <PaymentContext value={value}>
      <SandboxBanner session={session} dialog={outcomePanel} opened={panelOpened}>
        {linked && <CloseFrame session={session} />}
      </SandboxBanner>
      {state.connection === 'down' && session.phase !== 'unavailable' && (
        <Alert tone="warning">{navigator.onLine ? messages.unreachable : messages.offline}</Alert>
      )}
      <div
        key={'view' in session ? 'order' : 'none'}
        className={session.phase === 'done' || !('view' in session) ? 'layout layout-single' : 'layout'}
      >
        {'view' in session && session.phase !== 'done' && (
          <Summary received={session} timed={TIMED.has(session.phase) || isLiveQr(session)} />
        )}
        <main aria-label={title}>
          <PartBoundary resetKey={session.phase}>
            <CurrentStep session={session} />
          </PartBoundary>
        </main>
      </div>
      {session.phase !== 'loading' && (
        <footer>
          <p className="galla-muted galla-with-icon">
            <Icon name="lock" />
            {messages.trust}
          </p>
          <LanguageSwitch />
        </footer>
      )}
    </PaymentContext>
  )
}

function titleOf({ mandate, merchantName }: PageView, messages: Messages): string {
  return mandate ? messages.mandateTitle(merchantName) : messages.pageTitle(merchantName)
}

function CurrentStep({ session }: { session: Session }) {
  const mandate = 'view' in session ? session.view.mandate : undefined
  switch (session.phase) {
    case 'loading':
      return <StepLoading />
    case 'unavailable':
      return <Unavailable reason={session.reason} />
    case 'choose':
      if (mandate) return <Approval key="choose" received={session} mandate={mandate} liveQr={undefined} />
      return <Choose key="choose" received={session} />
    case 'wait':
      // The code that is shown on arrival is one method of several.
      if (isLiveQr(session) && mandate)
        return <Approval key="choose" received={session} mandate={mandate} liveQr={session.attempt} />
      if (isLiveQr(session)) return <Choose key="choose" received={session} liveQr={session.attempt} />
      return <Wait key={session.attempt.step} received={session} attempt={session.attempt} />
    case 'otp':
      return <Otp received={session} attempt={session.attempt} />
    case 'bank':
      return <BankPage received={session} attempt={session.attempt} />
    case 'failed':
      return <Failed received={session} attempt={session.attempt} />
    case 'expired':
      return <Expired received={session} />
    case 'done':
      if (mandate) return <Approved received={session} mandate={mandate} />
      return <Done received={session} />
  }
}
