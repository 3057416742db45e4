import { lazy, Suspense, useRef, useState } from 'react'
import { Button } from '../parts/button.tsx'
import type { Session } from '../session/session.ts'
import { useWords } from '../words/use-words.tsx'

const Drawer = lazy(() => import('./drawer.tsx'))

/** Says on every page that no real money moves, and opens the drawer in which a tester plays the payer's part. */
export function Ribbon({ session }: { session: Session }) {
  const words = useWords()
  const [wanted, setWanted] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  const known = 'view' in session ? session : undefined

  const open = () => {
    setWanted(true)
    dialog.current?.showModal()
  }
  return (
    <aside className="ribbon" aria-label={words.sandbox}>
      <p>
        <strong>{words.sandbox}</strong> <span>{words.sandboxNote}</span>
      </p>
      {known && (
        <Button look="link" onClick={open}>
          {words.drawerOpen}
        </Button>
      )}
      <dialog ref={dialog} className="drawer" aria-labelledby="drawer-title" closedby="any">
        {known && wanted && (
          <Suspense fallback={<p>{words.sending}</p>}>
            <Drawer known={known} close={() => dialog.current?.close()} />
          </Suspense>
        )}
      </dialog>
    </aside>
  )
}
