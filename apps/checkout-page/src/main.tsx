import '@galla/react/theme.css'
import './styles/base.css'
import './styles/steps.css'
import './styles/dialogs.css'
// Last: its media queries override the rules above.
import './styles/layout.css'
import { browserPresence } from '@galla/react/components'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { openFrameLink } from './frame/frame-messages.ts'
import { I18nProvider } from './i18n/i18n-provider.tsx'
import { Page } from './page.tsx'
import { pageClient } from './session/page-client.ts'
import { PageSession } from './session/session.ts'

const Mandates = lazy(() => import('./mandates/list.tsx'))
// One chunk: what two chunks share would be taken out of the page's own file.
const AppearanceEditor = lazy(async () => ({ default: (await import('./appearance/pages.ts')).AppearanceEditor }))
const AppearancePreview = lazy(async () => ({ default: (await import('./appearance/pages.ts')).AppearancePreview }))
const Home = lazy(() => import('./home/home.tsx'))

function payment() {
  const link = openFrameLink()
  const token = new URLSearchParams(window.location.search).get('token') ?? ''
  const client = pageClient(token)
  const session = new PageSession({
    client,
    hasToken: token !== '',
    presence: browserPresence(),
    now: () => performance.now(),
    schedule(work, ms) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
  })
  return (
    <I18nProvider>
      <Page session={session} client={client} link={link} />
    </I18nProvider>
  )
}

const root = document.querySelector('#page')
if (!root) throw new Error('index.html has no #page')
createRoot(root).render(
  <StrictMode>
    <Suspense>{pageAt(window.location.pathname)}</Suspense>
  </StrictMode>,
)

function pageAt(path: string) {
  if (path === '/') return <Home />
  if (path === '/appearance') return <AppearanceEditor />
  if (path === '/appearance/preview') {
    return (
      <I18nProvider>
        <AppearancePreview />
      </I18nProvider>
    )
  }
  if (path !== '/mandates') return payment()
  return (
    <I18nProvider>
      <Mandates />
    </I18nProvider>
  )
}
