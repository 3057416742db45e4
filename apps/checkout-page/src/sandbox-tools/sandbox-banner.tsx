import { Button } from '@galla/react/components'
import { lazy, type ReactNode, type RefObject, Suspense } from 'react'
import { useWords } from '../i18n/i18n-provider.tsx'
import { useDesk } from '../session/session-context.ts'
import type { Session } from '../session/session-state.ts'

const Drawer = lazy(() => import('./outcome-panel.tsx'))

interface RibbonProps {
  session: Session
  dialog: RefObject<HTMLDialogElement | null>
  /** The drawer was opened before: only then its contents are fetched. */
  wanted: boolean
  /** Stands at the end of the line: the way out of a frame. */
  children?: ReactNode
}

/** Says on every page that no real money moves, and opens the drawer in which a tester plays the payer's part. */
export function Ribbon({ session, dialog, wanted, children }: RibbonProps) {
  const words = useWords()
  const { openDrawer } = useDesk()
  const known = 'view' in session ? session : undefined
  return (
    <aside className="ribbon" aria-label={words.sandbox}>
      <p>
        <strong>{words.sandbox}</strong> <span>{words.sandboxNote}</span>
      </p>
      <div className="ribbon-end">
        {known && (
          <Button look="link" onClick={openDrawer}>
            {words.drawerOpen}
          </Button>
        )}
        {children}
      </div>
      <dialog ref={dialog} className="drawer" aria-labelledby="drawer-title">
        {known && wanted && (
          <Suspense fallback={<p>{words.sending}</p>}>
            <Drawer known={known} close={() => dialog.current?.close()} />
          </Suspense>
        )}
      </dialog>
    </aside>
  )
}
