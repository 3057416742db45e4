import { GallaProvider } from '@galla/react'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { COMPONENTS } from './components.tsx'

const root = document.querySelector<HTMLElement>('#shop')
if (!root) throw new Error('the page has no #shop')
const query = new URLSearchParams(location.search)
const payerToken = root.dataset.token ?? ''
const name = query.get('component') ?? 'element'
const Component = COMPONENTS[name]
if (!Component) throw new Error(`components.tsx has no component ${name}`)

const hash = query.get('hash')
const pageUrl = hash === null ? undefined : (url: string) => `${url}#${hash}`

/** A shop's page with the component that the URL names. */
function ShopPage({ component: Component }: { component: (typeof COMPONENTS)[string] }) {
  const [shown, setShown] = useState(true)
  const [output, setOutput] = useState('')
  return (
    <main>
      <h1>Chai &amp; Chapters</h1>
      {shown && <Component payerToken={payerToken} query={query} report={setOutput} />}
      <p>
        <button type="button" onClick={() => setShown((before) => !before)}>
          Remount
        </button>
      </p>
      <output>{output}</output>
    </main>
  )
}

createRoot(root).render(
  <StrictMode>
    <GallaProvider
      gatewayUrl="/payments"
      locale={query.get('lang') === 'hi' ? 'hi' : 'en'}
      messages={query.get('dir') === 'rtl' ? { dir: 'rtl' } : undefined}
      checkoutScript="/checkout.js"
      pageUrl={pageUrl}
      appearance={JSON.parse(query.get('appearance') ?? '{}')}
    >
      <ShopPage component={Component} />
    </GallaProvider>
  </StrictMode>,
)
