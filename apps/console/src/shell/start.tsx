import { QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { basePath } from '../api/browser.ts'
import { createQueryClient } from '../api/queries.ts'
import { language } from '../i18n/language.ts'
import { Invitation } from './invitation.tsx'
import { LoginGate } from './login.tsx'
import { ProofWindow } from './proof-window.tsx'
import { RootBoundary } from './root-boundary.tsx'
import { takeSignIn } from './sign-in.tsx'
import { proofOutcomeIn } from './sign-in-messages.ts'
import { applyTheme } from './theme.tsx'

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

/** Shows the pages of a router in the document, after the login. */
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
