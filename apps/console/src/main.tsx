import './theme/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { basePath } from './api/browser.ts'
import { createQueryClient } from './api/queries.ts'
import { router } from './router.tsx'
import { Invitation } from './shell/invitation.tsx'
import { LoginGate } from './shell/login.tsx'
import { RootBoundary } from './shell/root-boundary.tsx'
import { takeSignIn } from './shell/sign-in.tsx'
import { applyTheme } from './shell/theme.tsx'

applyTheme()
takeSignIn()
const client = createQueryClient()
const isInvitation = window.location.pathname === `${basePath()}invitation`
const container = document.querySelector('#console')
if (!container) throw new Error('index.html has no element #console')
createRoot(container).render(
  <StrictMode>
    <RootBoundary>
      <QueryClientProvider client={client}>
        {isInvitation ? (
          <Invitation />
        ) : (
          <LoginGate>
            <RouterProvider router={router} />
          </LoginGate>
        )}
      </QueryClientProvider>
    </RootBoundary>
  </StrictMode>,
)
