import './home.css'
import type { OrderState } from '@galla/contract/provider/states'
import type { CallbackReceiver, SandboxOrder } from '@galla/contract/sandbox-api/routes'
import { Amount, CopyButton, Icon, type IconName, Note } from '@galla/react/components'
import { useEffect, useState } from 'react'

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

const MARKS: { readonly [State in OrderState]: { icon: IconName; tone: string; word: string } } = {
  PENDING: { icon: 'wait', tone: 'wait', word: 'Pending' },
  COMPLETED: { icon: 'good', tone: 'good', word: 'Completed' },
  FAILED: { icon: 'bad', tone: 'bad', word: 'Failed' },
}

/** One order of the ledger: its name, where it stands, how much, and the way to its page while it can be paid. */
export function OrderRow({ order }: { order: SandboxOrder }) {
  const { merchantOrderId, state, errorCode, amount, pageUrl } = order
  const mark = MARKS[state]
  return (
    <li>
      <code>{merchantOrderId}</code>
      <span className={`mark mark-${mark.tone}`}>
        <Icon name={mark.icon} />
        {mark.word}
        {errorCode && <code className="galla-soft">{errorCode}</code>}
      </span>
      {state === 'PENDING' && pageUrl !== undefined && <a href={pageUrl}>Pay it</a>}
      <Amount amount={amount} />
    </li>
  )
}

export interface Ledger {
  /** Absent until the sandbox has answered. */
  orders?: readonly SandboxOrder[]
  /** Where callbacks go. */
  receiver?: string
  lost: boolean
}

const EVERY_MS = 3_000

/** The latest orders, asked for again and again while somebody looks. */
export function useLedger(): Ledger {
  const [ledger, setLedger] = useState<Ledger>({ lost: false })
  useEffect(() => {
    let current = true
    const look = async () => {
      if (document.hidden) return
      const found = await read()
      if (current) setLedger((before) => found ?? { ...before, lost: true })
    }
    void look()
    const timer = setInterval(() => void look(), EVERY_MS)
    return () => {
      current = false
      clearInterval(timer)
    }
  }, [])
  return ledger
}

async function read(): Promise<Ledger | undefined> {
  try {
    const ask = async (path: string) => (await fetch(`/_sandbox${path}`)).json()
    const [{ orders }, { url }]: [{ orders: SandboxOrder[] }, CallbackReceiver] = await Promise.all([
      ask('/orders?limit=20'),
      ask('/callbacks/receiver'),
    ])
    return { orders, lost: false, ...(url && { receiver: url }) }
  } catch {
    return undefined
  }
}
