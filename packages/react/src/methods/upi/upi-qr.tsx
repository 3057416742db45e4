import type { ReactElement } from 'react'
import { Button } from '../../parts/button.tsx'
import { useDesk } from '../../skin/desk.ts'
import { type ElementProps, Stage } from '../../stage/stage.tsx'
import type { PanelProps } from '../panel.ts'

/** The code is made when it is asked for: its time begins with it. */
export function QrPanel({ sending, pay, look = 'main' }: PanelProps & { look?: 'main' | 'quiet' }): ReactElement {
  const { words } = useDesk()
  return (
    <Button look={look} busy={sending} onClick={() => void pay({ paymentMode: { type: 'UPI_QR' } })}>
      {sending ? words.sending : words.showQr}
    </Button>
  )
}

/** Pays by a QR code that any UPI app scans. Drawn on this device, timed by the server's clock, checked once more at zero. */
export function UpiQr(props: ElementProps): ReactElement {
  return <Stage {...props} choose={(panel) => <QrPanel {...panel} />} />
}
