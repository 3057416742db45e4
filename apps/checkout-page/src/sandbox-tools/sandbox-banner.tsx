import { Button } from '@galla/react/components'
import { lazy, type ReactNode, type RefObject, Suspense } from 'react'
import { useMessages } from '../i18n/i18n-provider.tsx'
import { usePayment } from '../session/session-context.ts'
import type { Session } from '../session/session-state.ts'

const OutcomePanel = lazy(() => import('./outcome-panel.tsx'))

interface SandboxBannerProps {
  session: Session
  dialog: RefObject<HTMLDialogElement | null>
  /** The panel has been opened before. Its chunk is loaded on the first opening. */
  opened: boolean
  /** Shown at the end of the line. */
  children?: ReactNode
}

/** States on every page that no real money moves, and opens the panel in which a tester chooses the outcome. */
export function SandboxBanner({ session, dialog, opened, children }: SandboxBannerProps) {
  const messages = useMessages()
  const { openOutcomePanel } = usePayment()
  const received = 'view' in session ? session : undefined
  return (
    <aside className="sandbox-banner" aria-label={messages.sandbox}>
      <p>
        <strong>{messages.sandbox}</strong> <span>{messages.sandboxNote}</span>
      </p>
      <div className="sandbox-banner-actions">
        {received && (
          <Button variant="link" onClick={openOutcomePanel}>
            {messages.outcomeOpen}
          </Button>
        )}
        {children}
      </div>
      <dialog ref={dialog} className="outcome-panel" aria-labelledby="outcome-panel-title">
        {received && opened && (
          <Suspense fallback={<p>{messages.sending}</p>}>
            <OutcomePanel received={received} close={() => dialog.current?.close()} />
          </Suspense>
        )}
      </dialog>
    </aside>
  )
}
