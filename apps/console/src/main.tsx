import './theme/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/queries.ts'
import { router } from './router.tsx'
import { LoginGate } from './shell/login.tsx'
import { applyTheme } from './shell/theme.tsx'

applyTheme()
const client = createQueryClient()
const container = document.querySelector('#console')
if (!container) throw new Error('index.html has no element #console')
createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <LoginGate>
        <RouterProvider router={router} />
      </LoginGate>
    </QueryClientProvider>
  </StrictMode>,
)
