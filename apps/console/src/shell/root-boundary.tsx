import { ErrorBoundary, needsReload } from '@galla/react/components'
import type { ReactNode } from 'react'
import { Button } from '../components/controls.tsx'
import { pageEnglish } from '../components/english.ts'
import { Note } from '../components/page.tsx'
import { messages } from '../i18n/messages.ts'
import { shellEnglish } from './english.ts'

const t = messages('shell/frame', shellEnglish)
const page = messages('components/page', pageEnglish)

/** Around everything, also the login: what throws outside the pages, which have the router's boundary, leaves no white document. */
export function RootBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary
      fallback={({ retry, ...failure }) => (
        <main className="mx-auto max-w-xl px-4 py-12">
          <h1 className="mb-6 text-xl">{t.console}</h1>
          <Note tone="bad" role="alert">
            <p>
              <strong>{t.errors.console}</strong>
            </p>
            {needsReload(failure) ? (
              <Button small onClick={() => window.location.reload()}>
                {page.lazy.reload}
              </Button>
            ) : (
              <Button small onClick={retry}>
                {page.tryAgain}
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
