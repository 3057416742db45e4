import './home.css'
import { CopyButton, Note } from '@galla/react/components'
import { useEffect } from 'react'
import { OrderRow } from './order-row.tsx'
import { useLedger } from './use-ledger.ts'

/** What a developer finds at the sandbox's own address: what answers here, and what has come in. */
export default function Home() {
  const { orders, receiver, lost } = useLedger()
  useEffect(() => {
    document.title = 'Galla sandbox'
  }, [])
  const { origin } = window.location

  return (
    <>
      <aside className="ribbon">
        <p>
          <strong>Sandbox</strong> No real money moves.
        </p>
      </aside>
      <main className="home galla-stack">
        <h1>The payment provider, on this machine</h1>
        {lost && <Note tone="wait">The sandbox does not answer. Trying again…</Note>}
        <dl className="facts">
          <dt>Provider’s API, for every host of your client</dt>
          <dd>
            <code>{origin}</code>
            <CopyButton text={origin} label="Copy" copied="Copied" />
          </dd>
          <dt>Callbacks go to</dt>
          <dd>{receiver === undefined ? 'nowhere yet' : <code>{receiver}</code>}</dd>
          <dt>Control API</dt>
          <dd className="links">
            {['orders', 'refunds', 'callbacks', 'clock', 'outcomes', 'cards', 'faults', 'journal'].map((route) => (
              <a key={route} href={`/_sandbox/${route}`}>
                {route}
              </a>
            ))}
          </dd>
        </dl>
        <p className="galla-soft">
          The guide is <code>docs/sandbox.md</code>; <code>npx galla help</code> lists the commands that speak to this
          sandbox.
        </p>
        <h2>Latest orders</h2>
        {orders?.length === 0 && <p className="galla-soft">None yet. An order that your client opens appears here.</p>}
        {orders && orders.length > 0 && (
          <ul className="ledger" aria-label="Latest orders">
            {orders.map((order) => (
              <OrderRow key={order.merchantOrderId} order={order} />
            ))}
          </ul>
        )}
      </main>
    </>
  )
}
