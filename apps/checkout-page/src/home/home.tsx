import './home.css'
import type { OrderState } from '@galla/contract/provider/states'
import type { CallbackReceiver, SandboxOrder } from '@galla/contract/sandbox-api/routes'
import { Alert, Amount, CopyButton, Icon, type IconName } from '@galla/react/components'
import { useEffect, useState } from 'react'

/** The page at the sandbox's root, for developers: its URLs and its latest orders. In English only. */
export default function Home() {
  const { orders, receiverUrl, unreachable } = useSandboxState()
  useEffect(() => {
    document.title = 'Galla sandbox'
  }, [])
  const { origin } = window.location

  return (
    <>
      <aside className="sandbox-banner">
        <p>
          <strong>Sandbox</strong> No real money moves.
        </p>
      </aside>
      <main className="home galla-stack">
        <h1>The payment provider, on this machine</h1>
        {unreachable && <Alert tone="warning">The sandbox does not answer. Trying again…</Alert>}
        <dl className="details">
          <dt>Provider API, for all hosts of your client</dt>
          <dd>
            <code translate="no">{origin}</code>
            <CopyButton text={origin} label="Copy" copied="Copied" />
          </dd>
          <dt>Callback URL</dt>
          <dd>{receiverUrl === undefined ? 'not set' : <code translate="no">{receiverUrl}</code>}</dd>
          <dt>The payer’s UPI app</dt>
          <dd className="links">
            <a href="/mandates">Mandates</a>
          </dd>
          <dt>Look of the payment page</dt>
          <dd className="links">
            <a href="/appearance">Appearance</a>
          </dd>
          <dt>Control API</dt>
          <dd className="links">
            {['orders', 'refunds', 'mandates', 'callbacks', 'clock', 'outcomes', 'cards', 'faults', 'journal'].map(
              (route) => (
                <a key={route} href={`/_sandbox/${route}`}>
                  {route}
                </a>
              ),
            )}
          </dd>
        </dl>
        <p className="galla-muted">
          The guide is <code translate="no">docs/sandbox.md</code>; <code translate="no">npx galla help</code> lists the
          commands for this sandbox.
        </p>
        <h2>Latest orders</h2>
        {orders?.length === 0 && (
          <p className="galla-muted">No orders yet. Orders that your client creates appear here.</p>
        )}
        {orders && orders.length > 0 && (
          <ul className="order-list" aria-label="Latest orders">
            {orders.map((order) => (
              <OrderRow key={order.merchantOrderId} order={order} />
            ))}
          </ul>
        )}
      </main>
    </>
  )
}

const STATES: { readonly [State in OrderState]: { icon: IconName; tone: string; label: string } } = {
  PENDING: { icon: 'wait', tone: 'wait', label: 'Pending' },
  COMPLETED: { icon: 'good', tone: 'good', label: 'Completed' },
  FAILED: { icon: 'bad', tone: 'bad', label: 'Failed' },
}

function OrderRow({ order }: { order: SandboxOrder }) {
  const { merchantOrderId, state, errorCode, amount, pageUrl } = order
  const { icon, tone, label } = STATES[state]
  return (
    <li>
      <code translate="no">{merchantOrderId}</code>
      <span className={`order-state order-state-${tone}`}>
        <Icon name={icon} />
        {label}
        {errorCode && (
          <code translate="no" className="galla-muted">
            {errorCode}
          </code>
        )}
      </span>
      {state === 'PENDING' && pageUrl !== undefined && <a href={pageUrl}>Pay it</a>}
      <Amount amount={amount} />
    </li>
  )
}

interface SandboxState {
  /** Undefined until the sandbox has answered. */
  orders: readonly SandboxOrder[] | undefined
  receiverUrl: string | undefined
  unreachable: boolean
}

const POLL_INTERVAL_MS = 3_000

/** The latest orders and the callback URL, polled while the page is visible. */
function useSandboxState(): SandboxState {
  const [state, setState] = useState<SandboxState>({ orders: undefined, receiverUrl: undefined, unreachable: false })
  useEffect(() => {
    let current = true
    const poll = async () => {
      if (document.hidden) return
      const loaded = await readSandboxState()
      if (current) setState((before) => loaded ?? { ...before, unreachable: true })
    }
    void poll()
    const timer = setInterval(() => void poll(), POLL_INTERVAL_MS)
    return () => {
      current = false
      clearInterval(timer)
    }
  }, [])
  return state
}

async function readSandboxState(): Promise<SandboxState | undefined> {
  try {
    const read = async (path: string) => (await fetch(`/_sandbox${path}`)).json()
    const [{ orders }, { url }]: [{ orders: SandboxOrder[] }, CallbackReceiver] = await Promise.all([
      read('/orders?limit=20'),
      read('/callbacks/receiver'),
    ])
    return { orders, receiverUrl: url || undefined, unreachable: false }
  } catch {
    return undefined
  }
}
