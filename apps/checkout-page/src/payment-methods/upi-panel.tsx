import { UPI_INSTRUMENTS } from '@galla/contract/provider/mode-values'
import type { PagePaymentMethods } from '@galla/contract/sandbox-api/page-routes'
import { AppTiles, Button, isPhone, VpaEntry } from '@galla/react/components'
import type { Words } from '../i18n/en.ts'
import { useWords } from '../i18n/i18n-provider.tsx'
import { useDesk } from '../session/session-context.ts'
import type { Known } from '../session/session-state.ts'

/** UPI: the apps of this phone first on a phone, the QR code first elsewhere; paying by UPI ID where the rules let it. */
export function UpiPanel({ known }: { known: Known }) {
  const words = useWords()
  const { act, client, state } = useDesk()
  const { order, paymentMethods } = known.view
  const { upi } = paymentMethods
  if (!upi) return null
  const apps = upi.intent && isPhone() && upi.apps.length > 0
  const showQr = () => void act((to) => to.call('POST /attempts', { paymentMode: { type: 'UPI_QR' } }))
  const open = (targetApp: string) =>
    void act((to) => to.call('POST /attempts', { paymentMode: { type: 'UPI_INTENT', targetApp } }))
  const request = async (vpa: string) => {
    const known = await client.call('POST /validate-vpa', { vpa })
    if (known.kind === 'answer' && !known.reply.valid) return words.vpaUnknown
    await act((to) => to.call('POST /attempts', { paymentMode: { type: 'UPI_COLLECT', vpa } }))
    return undefined
  }

  return (
    <>
      <Instruments upi={upi} words={words} />
      {apps && <AppTiles words={words} apps={named(upi.apps, words)} busy={state.sending} onApp={open} />}
      {upi.qr && (
        <div className="galla-stack">
          <Button look={apps ? 'quiet' : 'main'} onClick={showQr} busy={state.sending}>
            {apps ? words.qrOther : words.showQr}
          </Button>
        </div>
      )}
      <div className="galla-stack galla-aside">
        {upi.collect.allowed && <h4>{words.collectTitle}</h4>}
        <VpaEntry
          words={words}
          amount={order.amount}
          collect={upi.collect}
          busy={state.sending}
          suggested={suggestedVpa(order.phoneNumber)}
          onVpa={request}
        />
      </div>
    </>
  )
}

/** What may stand behind the UPI id, where the order does not take all of it. */
function Instruments({ upi, words }: { upi: NonNullable<PagePaymentMethods['upi']>; words: Words }) {
  if (upi.instruments.length === UPI_INSTRUMENTS.length) return null
  return <p className="galla-soft small">{words.upiFrom(upi.instruments.map((one) => words.upiInstruments[one]))}</p>
}

function named(apps: NonNullable<PagePaymentMethods['upi']>['apps'], words: Words) {
  return apps.map((app) =>
    app.id === 'others' ? { ...app, name: words.appOthers, initial: '…' } : { ...app, lang: 'en' },
  )
}

/**
 * The UPI id that most Indian mobile numbers have, for a number that the merchant filled in ahead; a number of another country has
 * none.
 */
export function suggestedVpa(phoneNumber: string | undefined): string | undefined {
  const digits = /^(?:\+91)?([6-9]\d{9})$/.exec(phoneNumber ?? '')?.[1]
  return digits && `${digits}@ybl`
}
