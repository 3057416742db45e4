import { Button, Icon } from '@galla/react/components'
import { type ReactNode, type RefObject, useEffect } from 'react'
import { PartBoundary, part } from '../components/part.tsx'
import { preloadWhenIdle } from '../components/preload-when-idle.ts'
import { useMessages } from '../i18n/i18n-provider.tsx'
import { usePayment } from '../session/session-context.ts'
import type { Session } from '../session/session-state.ts'

const OutcomePanel = part(() => import('./outcome-panel.tsx').then((panel) => panel.default))

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
  const close = () => dialog.current?.close()
  const hasOrder = received !== undefined
  useEffect(() => (hasOrder ? preloadWhenIdle([OutcomePanel]) : undefined), [hasOrder])
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
          <div className="outcome-panel-body">
            <div className="outcome-panel-head">
              <h2 id="outcome-panel-title">{messages.outcomeTitle}</h2>
              <button type="button" className="close-button" aria-label={messages.close} onClick={close}>
                <Icon name="close" />
              </button>
            </div>
            <PartBoundary>
              <OutcomePanel received={received} close={close} />
            </PartBoundary>
          </div>
        )}
      </dialog>
    </aside>
  )
}
