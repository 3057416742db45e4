import { FAILURE_CODES } from '@galla/contract/provider/failure-codes'
import type { SimulatePayment } from '@galla/contract/sandbox-api/outcomes'
import type { OutcomeRule } from '@galla/contract/sandbox-api/routes'
import { Button, Field, Icon, Note } from '@galla/react/components'
import { useEffect, useId, useState } from 'react'
import { useWords } from '../i18n/i18n-provider.tsx'
import { useDesk } from '../session/session-context.ts'
import { type Known, remainingMs } from '../session/session-state.ts'

/** The failures that a shop meets most. */
const COMMON = [
  'ZM',
  'Z9',
  'ZA',
  'U69',
  'U28',
  'Z8',
  'K1',
  'CARD_EXPIRED',
  'OTP_VALIDATION_FAILURE',
  'TRANSACTION_DECLINED',
]

/** Where a tester decides what the payer's app or bank would have answered. */
export default function Drawer({ known, close }: { known: Known; close: () => void }) {
  const words = useWords()
  const { look } = useDesk()
  const [code, setCode] = useState('ZM')
  const [lost, setLost] = useState(false)
  const id = useId()
  const { order } = known.view

  const play = async (taken: Promise<boolean>) => {
    const done = await taken
    setLost(!done)
    if (!done) return
    close()
    await look()
  }
  const fail = (keepOpen: boolean) =>
    void play(simulatePayment(order.merchantOrderId, { outcome: 'FAILURE', errorCode: code.trim(), keepOpen }))

  return (
    <div className="drawer-body">
      <div className="drawer-head">
        <h2 id="drawer-title">{words.drawerTitle}</h2>
        <button type="button" className="close" aria-label={words.close} onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      {lost && <Note tone="bad">{words.drawerLost}</Note>}
      {order.state === 'PENDING' ? (
        <>
          <p className="galla-soft">{words.drawerHint}</p>
          <Button onClick={() => void play(simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' }))}>
            {words.drawerSuccess}
          </Button>
          <div className="galla-stack boxed">
            <Field
              label={words.drawerCode}
              hint={FAILURE_CODES[code.trim()]?.meaning ?? words.drawerCodeHint}
              list={`${id}-codes`}
              value={code}
              onChange={({ currentTarget }) => setCode(currentTarget.value)}
              autoComplete="off"
              spellCheck={false}
            />
            <datalist id={`${id}-codes`}>
              {[...new Set([...COMMON, ...Object.keys(FAILURE_CODES)])].map((one) => (
                <option key={one} value={one}>
                  {FAILURE_CODES[one]?.meaning}
                </option>
              ))}
            </datalist>
            <ul className="chips">
              {COMMON.map((one) => (
                <li key={one}>
                  <button type="button" aria-pressed={one === code} onClick={() => setCode(one)}>
                    {one}
                  </button>
                </li>
              ))}
            </ul>
            {known.view.retryAllowed && (
              <Button look="quiet" onClick={() => fail(true)}>
                {words.drawerFailure}
              </Button>
            )}
            <Button look="quiet" onClick={() => fail(false)}>
              {words.drawerFailureFinal}
            </Button>
          </div>
          <Button
            look="quiet"
            onClick={() => void play(simulatePayment(order.merchantOrderId, { outcome: 'PENDING' }))}
          >
            {words.drawerPending}
          </Button>
          <Button
            look="quiet"
            onClick={() => void play(advanceClock(Math.ceil(remainingMs(known, performance.now())) + 1_000))}
          >
            {words.drawerExpire}
          </Button>
        </>
      ) : (
        <p className="galla-soft">{words.drawerOver}</p>
      )}
      <Rules />
    </div>
  )
}

/** The sandbox's own table: which amounts, UPI IDs, cards and banks decide the outcome by themselves. */
export function Rules() {
  const words = useWords()
  const [rules, setRules] = useState<OutcomeRule[]>([])

  useEffect(() => {
    let current = true
    void outcomeRules().then((found) => {
      if (current && found) setRules(found)
    })
    return () => {
      current = false
    }
  }, [])

  if (rules.length === 0) return null
  return (
    <details className="rules">
      <summary>{words.drawerRules}</summary>
      <dl lang="en">
        {rules.map((rule) => {
          const match = Object.entries(rule.match).map(([field, value]) => `${field} ${value}`)
          const text = match.join(', ')
          return (
            <div key={text}>
              <dt>
                <code>{text}</code>
              </dt>
              <dd>{rule.explains}</dd>
            </div>
          )
        })}
      </dl>
    </details>
  )
}

/** The sandbox's control API, as far as the drawer needs it. Each call tells whether the sandbox took it. */
export async function simulatePayment(merchantOrderId: string, settle: SimulatePayment): Promise<boolean> {
  return (await ask('POST', `/orders/${encodeURIComponent(merchantOrderId)}/simulate`, settle)) !== undefined
}

export async function advanceClock(advanceMs: number): Promise<boolean> {
  return (await ask('POST', '/clock', { advanceMs })) !== undefined
}

export async function outcomeRules(): Promise<OutcomeRule[] | undefined> {
  const reply = await ask('GET', '/outcomes')
  return (reply as { rules: OutcomeRule[] } | undefined) && (reply as { rules: OutcomeRule[] }).rules
}

async function ask(method: string, path: string, body?: object): Promise<unknown> {
  try {
    const response = await fetch(`/_sandbox${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}
