import { ErrorBoundary, needsReload } from '@galla/react/components'
import type { ReactNode } from 'react'
import { Button } from '../components/controls.tsx'
import { Note } from '../components/page.tsx'

/** Around everything, also the login: what throws outside the pages, which have the router's boundary, leaves no white document. */
export function RootBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary
      fallback={({ retry, ...failure }) => (
        <main className="mx-auto max-w-xl px-4 py-12">
          <h1 className="mb-6 text-xl">Galla console</h1>
          <Note tone="bad" role="alert">
            <p>
              <strong>The console could not be shown.</strong>
            </p>
            {needsReload(failure) ? (
              <Button small onClick={() => window.location.reload()}>
                Reload the console
              </Button>
            ) : (
              <Button small onClick={retry}>
                Try again
              </Button>
            )}
          </Note>
        </main>
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
