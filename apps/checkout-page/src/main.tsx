import './styles/fonts.css'
import '@galla/react/theme.css'
import './styles/base.css'
import './styles/controls.css'
import './styles/steps.css'
import './styles/drawer.css'
// Last: what changes with the width of the window overrides the rest.
import './styles/layout.css'
import { browserPresence } from '@galla/react/components'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { openFrameLink } from './frame/frame-messages.ts'
import { WordsProvider } from './i18n/i18n-provider.tsx'
import { Page } from './page.tsx'
import { pageClient } from './session/page-client.ts'
import { SessionDriver } from './session/session.ts'

/** What answers at the sandbox's address itself, where a developer looks first. */
const Home = lazy(() => import('./home/home.tsx'))

function payment() {
  const link = openFrameLink()
  const token = new URLSearchParams(window.location.search).get('token') ?? ''
  const client = pageClient(token)
  const driver = new SessionDriver({
    client,
    hasToken: token !== '',
    presence: browserPresence(),
    now: () => performance.now(),
    later(work, ms) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
  })
  return (
    <WordsProvider>
      <Page driver={driver} client={client} link={link} />
    </WordsProvider>
  )
}

const root = document.querySelector('#page')
if (!root) throw new Error('index.html has no #page')
const atHome = window.location.pathname === '/'
createRoot(root).render(
  <StrictMode>
    {atHome ? (
      <Suspense>
        <Home />
      </Suspense>
    ) : (
      payment()
    )}
  </StrictMode>,
)
