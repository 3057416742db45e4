import type { ReactElement } from 'react'
import { deviceOS } from '../../core/device.ts'
import { VpaEntry } from '../../parts/vpa-entry.tsx'
import { useDesk } from '../../skin/desk.ts'
import { type ElementProps, Stage } from '../../stage/stage.tsx'
import type { PanelProps } from '../panel.ts'

export function CollectPanel({ view, sending, pay }: PanelProps): ReactElement {
  const { words } = useDesk()
  const send = async (vpa: string): Promise<undefined> => {
    const paymentMode = { type: 'UPI_COLLECT', details: { type: 'VPA', vpa } } as const
    await pay({ paymentMode, deviceOS: deviceOS(navigator.userAgent) })
  }
  return (
    <VpaEntry words={words} amount={view.amount} collect={view.paymentMethods.collect} busy={sending} onVpa={send} />
  )
}

/** Pays by a request to a UPI id, where the shop may send one; where it may not, says why. */
export function UpiCollect(props: ElementProps): ReactElement {
  return <Stage {...props} choose={(panel) => <CollectPanel {...panel} />} />
}
