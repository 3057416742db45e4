import './theme/app.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/queries.ts'
import { router } from './router.tsx'
import { Gate } from './shell/login.tsx'
import { applyTheme } from './shell/theme.tsx'

applyTheme()
const client = createQueryClient()
const place = document.querySelector('#console')
if (!place) throw new Error('index.html has no #console')
createRoot(place).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={client}>
        <Gate>
          <RouterProvider router={router} />
        </Gate>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)
