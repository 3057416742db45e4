import { FAILURE_CODES } from '@galla/contract/provider/failure-codes'
import type { SimulatePayment } from '@galla/contract/sandbox-api/outcomes'
import type { OutcomeRule } from '@galla/contract/sandbox-api/routes'
import { Alert, Button, Field } from '@galla/react/components'
import { useEffect, useId, useState } from 'react'
import { useMessages } from '../i18n/i18n-provider.tsx'
import { usePayment } from '../session/session-context.ts'
import type { ReceivedView } from '../session/session-state.ts'
import { meaningOf } from './code-meaning.ts'
import { callControl, readControl } from './control-api.ts'
import { useTesterMessages } from './tester-messages.ts'
import './outcome-panel.css'

/** Failure codes that shops see most often. */
const COMMON_CODES = [
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

/** Lets a tester choose what the payer's app or bank answers. */
export default function OutcomePanel({ received, close }: { received: ReceivedView; close: () => void }) {
  const messages = useMessages()
  const texts = useTesterMessages()
  const { refresh } = usePayment()
  const [code, setCode] = useState('ZM')
  const [failed, setFailed] = useState(false)
  const id = useId()
  const { order } = received.view

  const run = async (request: Promise<boolean>) => {
    const accepted = await request
    setFailed(!accepted)
    if (!accepted) return
    close()
    await refresh()
  }
  const simulate = (payment: SimulatePayment) => void run(simulatePayment(order.merchantOrderId, payment))
  const fail = (keepOpen: boolean) => simulate({ outcome: 'FAILURE', errorCode: code.trim(), keepOpen })
  const expire = () => void run(expireOrder(order.merchantOrderId))

  return (
    <>
      {failed && <Alert tone="error">{texts.outcomeNoAnswer}</Alert>}
      {order.state === 'PENDING' ? (
        <>
          <p className="galla-muted">{texts.outcomeHint}</p>
          <Button onClick={() => simulate({ outcome: 'SUCCESS' })}>{texts.outcomeSuccess}</Button>
          <div className="galla-stack outcome-failure">
            <Field
              label={texts.outcomeCode}
              hint={meaningOf(messages, code.trim()) ?? texts.outcomeCodeHint}
              list={`${id}-codes`}
              value={code}
              onChange={({ currentTarget }) => setCode(currentTarget.value)}
              autoComplete="off"
              spellCheck={false}
            />
            <datalist id={`${id}-codes`}>
              {[...new Set([...COMMON_CODES, ...Object.keys(FAILURE_CODES)])].map((one) => (
                <option key={one} value={one}>
                  {meaningOf(messages, one)}
                </option>
              ))}
            </datalist>
            <ul className="code-chips">
              {COMMON_CODES.map((one) => (
                <li key={one}>
                  <button type="button" aria-pressed={one === code} onClick={() => setCode(one)}>
                    {one}
                  </button>
                </li>
              ))}
            </ul>
            {received.view.retryAllowed && (
              <Button variant="secondary" onClick={() => fail(true)}>
                {texts.outcomeFailure}
              </Button>
            )}
            <Button variant="secondary" onClick={() => fail(false)}>
              {texts.outcomeFailureFinal}
            </Button>
          </div>
          <Button variant="secondary" onClick={() => simulate({ outcome: 'PENDING' })}>
            {texts.outcomePending}
          </Button>
          <Button variant="secondary" onClick={expire}>
            {texts.outcomeExpire}
          </Button>
        </>
      ) : (
        <p className="galla-muted">{texts.outcomeFinal}</p>
      )}
      <OutcomeRules />
    </>
  )
}

/** The sandbox's rules: which amounts, UPI IDs, cards and banks decide the outcome by themselves. */
function OutcomeRules() {
  const texts = useTesterMessages()
  const [rules, setRules] = useState<OutcomeRule[]>([])

  useEffect(() => {
    let current = true
    void readControl<{ rules: OutcomeRule[] }>('/outcomes').then((response) => {
      if (current && response) setRules(response.rules)
    })
    return () => {
      current = false
    }
  }, [])

  if (rules.length === 0) return null
  return (
    <details className="outcome-rules">
      <summary>{texts.outcomeRules}</summary>
      <dl lang="en">
        {rules.map((rule) => {
          const match = Object.entries(rule.match).map(([field, value]) => `${field} ${value}`)
          const text = match.join(', ')
          return (
            <div key={text}>
              <dt>
                <code translate="no">{text}</code>
              </dt>
              <dd>{rule.explains}</dd>
            </div>
          )
        })}
      </dl>
    </details>
  )
}

/** Resolves with true when the sandbox accepted the request. */
async function simulatePayment(merchantOrderId: string, payment: SimulatePayment): Promise<boolean> {
  return (await callControl('POST', `/orders/${encodeURIComponent(merchantOrderId)}/simulate`, payment)) !== undefined
}

/** Ends the time of this order only. Resolves with true when the sandbox accepted the request. */
async function expireOrder(merchantOrderId: string): Promise<boolean> {
  return (await callControl('POST', `/orders/${encodeURIComponent(merchantOrderId)}/expire`, {})) !== undefined
}
