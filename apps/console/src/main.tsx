import './theme/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { basePath } from './api/browser.ts'
import { createQueryClient } from './api/queries.ts'
import { language } from './i18n/language.ts'
import { router } from './router.tsx'
import { Invitation } from './shell/invitation.tsx'
import { LoginGate } from './shell/login.tsx'
import { ProofWindow } from './shell/proof-window.tsx'
import { RootBoundary } from './shell/root-boundary.tsx'
import { takeSignIn } from './shell/sign-in.tsx'
import { proofOutcomeIn } from './shell/sign-in-messages.ts'
import { applyTheme } from './shell/theme.tsx'

/** Inside of the boundary, with all that comes before the first page. */
function Console() {
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

const container = document.querySelector('#console')
if (!container) throw new Error('index.html has no element #console')
createRoot(container).render(
  <StrictMode>
    <RootBoundary>
      <Console />
    </RootBoundary>
  </StrictMode>,
)
