import { FAILURE_CODES } from '@galla/contract/provider/failure-codes'
import { Button, Field, Icon, Note } from '@galla/react/components'
import { useId, useState } from 'react'
import { remainingMs } from '../session/countdown.ts'
import type { Known } from '../session/session.ts'
import { useDesk } from '../session/use-session.ts'
import { useWords } from '../words/use-words.tsx'
import { advanceClock, simulatePayment } from './control-client.ts'
import { Rules } from './rules.tsx'

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
