import { type Appearance, appearanceCss, PAGE_SCOPE } from '@galla/contract/appearance/appearance'
import { GallaProvider, PaymentElement } from '@galla/react'
import { browserPresence } from '@galla/react/components'
import { useEffect, useInsertionEffect, useMemo, useState } from 'react'
import { FocusesHeading } from '../components/step.tsx'
import { Page } from '../page.tsx'
import { PageSession } from '../session/session.ts'
import { useRunning } from '../session/session-context.ts'
import '@galla/react/connected.css'
import './appearance.css'
import { readPreviewMessage } from './messages.ts'
import { NO_SHOP, SAMPLE_TOKEN, sampleClient, sampleGateway, samplePage } from './samples.ts'

/** The payment page or the components with the appearance that the framing page sends, on a device of one scheme. */
export function AppearancePreview() {
  const query = new URLSearchParams(window.location.search)
  const device = query.get('scheme') === 'dark' ? 'dark' : 'light'
  const appearance = useSentAppearance()
  const { colorScheme = 'auto' } = appearance ?? {}
  const scheme = colorScheme === 'auto' ? device : colorScheme
  useEffect(() => {
    document.documentElement.dataset.theme = scheme
  }, [scheme])
  if (!appearance) return null
  return query.get('show') === 'components' ? (
    <Components appearance={appearance} />
  ) : (
    <HostedPage appearance={appearance} />
  )
}

/** The latest appearance; asks for one on arrival. */
function useSentAppearance(): Appearance | undefined {
  const [appearance, setAppearance] = useState<Appearance>()
  useEffect(() => {
    const { origin } = window.location
    const receive = (event: MessageEvent) => {
      const sent = readPreviewMessage(event, { origin, source: window.parent })
      if (sent) setAppearance(sent)
    }
    window.addEventListener('message', receive)
    window.parent.postMessage('preview-ready', origin)
    return () => window.removeEventListener('message', receive)
  }, [])
  return appearance
}

function HostedPage({ appearance }: { appearance: Appearance }) {
  const { merchantName = 'Galla Test Shop', logo } = appearance
  useStyleSheet(appearanceCss(appearance, PAGE_SCOPE))
  const { session, client } = useMemo(() => {
    const client = sampleClient(samplePage(merchantName, logo))
    const now = () => performance.now()
    const session = new PageSession({
      client,
      hasToken: true,
      presence: browserPresence(),
      now,
      schedule: () => () => {},
    })
    return { session, client }
  }, [merchantName, logo])
  useRunning(session)
  return (
    <div className="preview-page">
      <FocusesHeading value={false}>
        <Page session={session} client={client} link={NO_SHOP} />
      </FocusesHeading>
    </div>
  )
}

function Components({ appearance }: { appearance: Appearance }) {
  return (
    <main className="preview-components">
      <GallaProvider gatewayUrl="/preview" appearance={appearance} fetch={sampleGateway}>
        <PaymentElement
          payerToken={SAMPLE_TOKEN}
          cards={{ acknowledgesPciScope: true }}
          savedCards={{ acknowledgesPciScope: true, getCardToken: () => Promise.reject(new Error('a preview')) }}
        />
      </GallaProvider>
    </main>
  )
}

/** As `<GallaProvider>` does it: the policy of the page allows no style element. */
function useStyleSheet(css: string): void {
  useInsertionEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }, [css])
}
