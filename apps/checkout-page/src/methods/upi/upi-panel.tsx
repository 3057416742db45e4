import { isPhone } from '@galla/react/parts'
import { Button } from '../../parts/button.tsx'
import type { Known } from '../../session/session.ts'
import { useDesk } from '../../session/use-session.ts'
import { useWords } from '../../words/use-words.tsx'
import { AppList } from './app-list.tsx'
import { Collect } from './collect.tsx'

/** UPI: the apps of this phone first on a phone, the QR code first elsewhere; paying by UPI ID where the rules let it. */
export function UpiPanel({ known }: { known: Known }) {
  const words = useWords()
  const { act, state } = useDesk()
  const upi = known.view.offers.upi
  if (!upi) return null
  const apps = upi.intent && isPhone() && upi.apps.length > 0
  const showQr = () => void act((client) => client.call('POST /attempts', { paymentMode: { type: 'UPI_QR' } }))

  return (
    <>
      {apps && <AppList apps={upi.apps} />}
      {upi.qr && (
        <div className="stack">
          <Button look={apps ? 'quiet' : 'main'} onClick={showQr} busy={state.sending}>
            {apps ? words.qrOther : words.showQr}
          </Button>
        </div>
      )}
      <Collect known={known} offer={upi.collect} />
    </>
  )
}
