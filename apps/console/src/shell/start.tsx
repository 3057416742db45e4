import { QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { basePath } from '../api/browser.ts'
import { createQueryClient } from '../api/queries.ts'
import { part } from '../components/lazy.tsx'
import { language } from '../i18n/language.ts'
import { LoginGate } from './login-gate.tsx'
import { RootBoundary } from './root-boundary.tsx'
import { proofOutcomeIn, takeSignIn } from './sign-in-outcome.ts'
import { applyTheme } from './theme.tsx'

const Invitation = part(() => import('./invitation.tsx').then(({ Invitation }) => Invitation))
const ProofWindow = part(() => import('./proof-window.tsx').then(({ ProofWindow }) => ProofWindow))

/** Inside of the boundary, with all that comes before the first page. */
function Console({ router }: { router: AnyRouter }) {
  const [client] = useState(() => {
    applyTheme()
    document.documentElement.lang = language
    takeSignIn()
    return createQueryClient()
  })
  const proof = proofOutcomeIn(window.location.hash)
  if (proof !== undefined) return <ProofWindow outcome={proof} />
  return (
    <QueryClientProvider client={client}>
      {window.location.pathname === `${basePath()}invitation` ? (
        <Invitation />
      ) : (
        <LoginGate>
          <RouterProvider router={router} />
        </LoginGate>
      )}
    </QueryClientProvider>
  )
}

/**
 * Shows the pages of a router in the document, after the login. They replace the text of `index.html`, which the style sheet hides: only a
 * browser that does not find the files of the console shows that text.
 */
export function start(router: AnyRouter): void {
  const container = document.querySelector('#console')
  if (!container) throw new Error('index.html has no element #console')
  createRoot(container).render(
    <StrictMode>
      <RootBoundary>
        <Console router={router} />
      </RootBoundary>
    </StrictMode>,
  )
}
