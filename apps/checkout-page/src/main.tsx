import '@galla/react/components.css'
import './styles/base.css'
import './styles/steps.css'
import './styles/dialogs.css'
// Last: its media queries override the rules above.
import './styles/layout.css'
import { Button, browserPresence, ErrorBoundary, type Failure, FailureNote, lazyPart } from '@galla/react/components'
import { type ReactNode, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { PartBoundary, part } from './components/part.tsx'
import { Step } from './components/step.tsx'
import { openFrameLink } from './frame/frame-messages.ts'
import { en, type Messages } from './i18n/en.ts'
import { I18nProvider, useMessages } from './i18n/i18n-provider.tsx'
import { Page, type PageProps } from './page.tsx'
import { pageClient } from './session/page-client.ts'
import { PageSession } from './session/session.ts'
import { useRunning } from './session/session-context.ts'

const Mandates = part(() => import('./mandates/list.tsx').then((list) => list.default))
// One chunk: what two chunks share would be taken out of the page's own file.
const loadAppearance = () => import('./appearance/pages.ts')
const tool = { Loading: ToolLoading, Failed: ToolFailed }
const AppearanceEditor = lazyPart(() => loadAppearance().then(({ AppearanceEditor }) => AppearanceEditor), tool)
const AppearancePreview = part(() => loadAppearance().then(({ AppearancePreview }) => AppearancePreview))
const Home = lazyPart(() => import('./home/home.tsx').then((home) => home.default), tool)

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
      <Payment session={session} client={client} link={link} />
    </I18nProvider>
  )
}

/** The session runs outside of the boundary: what ends the page does not end it. */
function Payment(props: PageProps) {
  useRunning(props.session)
  return (
    <ErrorBoundary fallback={(failure) => <PaymentFailed {...props} failure={failure} />}>
      <Page {...props} />
    </ErrorBoundary>
  )
}

interface PageFailedProps {
  failure: Failure
  title: string
  messages: Messages
  children?: ReactNode
}

/** In place of a whole page. */
function PageFailed({ failure, title, messages, children }: PageFailedProps) {
  return (
    <main className="layout layout-single" aria-label={title}>
      <Step title={title} state="bad" alone>
        <FailureNote messages={messages} failure={failure} />
        {children}
      </Step>
    </main>
  )
}

/** A page for developers, in English only. */
function ToolLoading() {
  return <p className="galla-muted loading">{en.sending}</p>
}

/** In place of a page for developers, in English only. */
function ToolFailed(failure: Failure) {
  return <PageFailed failure={failure} title="Galla sandbox" messages={en} />
}

/** In place of the payment page, which a retry shows with a new reply. A payment may have started. */
function PaymentFailed({ failure, session, link }: PageProps & { failure: Failure }) {
  const messages = useMessages()
  const [retrying, setRetrying] = useState(false)
  const retry = () => {
    setRetrying(true)
    void session.refresh().then(failure.retry)
  }
  return (
    <PageFailed failure={{ ...failure, retrying, retry }} title={document.title} messages={messages}>
      {link.linked && (
        <div className="galla-row">
          <Button variant="secondary" onClick={() => link.conclude('CONCLUDED')}>
            {messages.close}
          </Button>
        </div>
      )}
    </PageFailed>
  )
}

const root = document.querySelector('#page')
if (!root) throw new Error('index.html has no #page')
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary fallback={(failure) => <ToolFailed {...failure} />}>
      {pageAt(window.location.pathname)}
    </ErrorBoundary>
  </StrictMode>,
)

function pageAt(path: string) {
  if (path === '/') return <Home />
  if (path === '/appearance') return <AppearanceEditor />
  if (path === '/appearance/preview') {
    return (
      <I18nProvider>
        <PartBoundary>
          <AppearancePreview />
        </PartBoundary>
      </I18nProvider>
    )
  }
  if (path !== '/mandates') return payment()
  return (
    <I18nProvider>
      <PartBoundary>
        <Mandates />
      </PartBoundary>
    </I18nProvider>
  )
}
