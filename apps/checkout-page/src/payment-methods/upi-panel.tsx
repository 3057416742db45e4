import { UPI_INSTRUMENTS } from '@galla/contract/provider/mode-values'
import type { PagePaymentMethods } from '@galla/contract/sandbox-api/page-routes'
import { Button, isPhone, UpiAppList, VpaForm } from '@galla/react/components'
import type { Messages } from '../i18n/en.ts'
import { useMessages } from '../i18n/i18n-provider.tsx'
import { usePayment } from '../session/session-context.ts'
import { showsLiveQr } from './live-qr.ts'
import { LiveQr } from './live-qr-code.tsx'
import type { MethodPanelProps } from './method-panel.ts'

type UpiMethod = NonNullable<PagePaymentMethods['upi']>

/** UPI: on a phone the apps come first, elsewhere the QR code, which is there on arrival; a collect request where it is allowed. */
export function UpiPanel({ received, liveQr }: MethodPanelProps) {
  const messages = useMessages()
  const { act, client, state } = usePayment()
  const { order, paymentMethods } = received.view
  const { upi } = paymentMethods
  if (!upi) return null
  const apps = upi.intent && isPhone() && upi.apps.length > 0
  const showQr = () => void act((to) => to.call('POST /attempts', { paymentMode: { type: 'UPI_QR' } }))
  const openApp = (targetApp: string) =>
    void act((to) => to.call('POST /attempts', { paymentMode: { type: 'UPI_INTENT', targetApp } }))
  const collect = async (vpa: string) => {
    const validation = await client.call('POST /validate-vpa', { vpa })
    if (validation.kind === 'answer' && !validation.body.valid) return messages.vpaUnknown
    await act((to) => to.call('POST /attempts', { paymentMode: { type: 'UPI_COLLECT', vpa } }))
    return undefined
  }

  return (
    <>
      <AcceptedInstruments upi={upi} />
      {apps && <UpiAppList messages={messages} apps={appItems(upi, messages)} busy={state.sending} onApp={openApp} />}
      {showsLiveQr(received.view) && <LiveQr received={received} attempt={liveQr} />}
      {upi.qr && !showsLiveQr(received.view) && (
        <div className="galla-stack">
          <Button variant={apps ? 'secondary' : 'primary'} onClick={showQr} busy={state.sending}>
            {apps ? messages.qrOther : messages.showQr}
          </Button>
        </div>
      )}
      <div className="galla-stack galla-aside">
        {upi.collect.allowed && <h4>{messages.collectTitle}</h4>}
        <VpaForm
          messages={messages}
          amount={order.amount}
          collect={upi.collect}
          busy={state.sending}
          suggested={suggestedVpa(order.phoneNumber)}
          onVpa={collect}
        />
      </div>
    </>
  )
}

/** Shows the accounts that the order accepts behind a UPI ID, when the order does not accept all. */
function AcceptedInstruments({ upi }: { upi: UpiMethod }) {
  const messages = useMessages()
  if (upi.instruments.length === UPI_INSTRUMENTS.length) return null
  const names = upi.instruments.map((instrument) => messages.upiInstruments[instrument])
  return <p className="galla-muted small">{messages.upiFrom(names)}</p>
}

function appItems({ apps }: UpiMethod, messages: Messages) {
  return apps.map((app) =>
    app.id === 'others' ? { ...app, name: messages.appOthers, initial: '…' } : { ...app, lang: 'en' },
  )
}

/** The PhonePe UPI ID of an Indian mobile number that the merchant pre-filled; undefined for other numbers. */
function suggestedVpa(phoneNumber: string | undefined): string | undefined {
  const digits = /^(?:\+91)?([6-9]\d{9})$/.exec(phoneNumber ?? '')?.[1]
  return digits && `${digits}@ybl`
}
