import { en, GallaProvider } from '@galla/react'
import { hi } from '@galla/react/i18n/hi'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { PARTS } from './components.tsx'

const root = document.querySelector<HTMLElement>('#stall')
if (!root) throw new Error('the page has no #stall')
const asked = new URLSearchParams(location.search)
const payerToken = root.dataset.token ?? ''
const name = asked.get('part') ?? 'element'
const Part = PARTS[name]
if (!Part) throw new Error(`the stall has no part ${name}`)

/** A shop's page with the part that the address names. */
function Stall({ part: Part }: { part: (typeof PARTS)[string] }) {
  const [shown, setShown] = useState(true)
  const [told, setTold] = useState('')
  return (
    <main>
      <h1>Chai &amp; Chapters</h1>
      {shown && <Part payerToken={payerToken} asked={asked} tell={setTold} />}
      <p>
        <button type="button" onClick={() => setShown((before) => !before)}>
          Remount
        </button>
      </p>
      <output>{told}</output>
    </main>
  )
}

const spoken = asked.get('lang') === 'hi' ? hi : asked.get('dir') === 'rtl' ? { ...en, dir: 'rtl' as const } : en
createRoot(root).render(
  <StrictMode>
    <GallaProvider gatewayUrl="/payments" words={spoken} checkoutScript="/checkout.js">
      <Stall part={Part} />
    </GallaProvider>
  </StrictMode>,
)
