import { QrCode } from '@galla/react/components'
import { useState } from 'react'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { useControl } from '../sandbox/use-control.ts'
import { HostedFrame } from './hosted-frame.tsx'
import type { Running } from './use-pay.ts'

/** What the payer has before them: a code, a link, a page, or a question of their own app. */
export function PayerSide({ running }: { running: Running }) {
  const { kind, merchantOrderId, intentUrl } = running
  // After a reload only the sandbox still knows where the page is.
  const { data: theirs } = useControl('GET /orders/:merchantOrderId', { params: { merchantOrderId } })
  const page = running.redirectUrl ?? theirs?.pageUrl
  switch (kind) {
    case 'upi-qr':
      return intentUrl === undefined ? null : (
        <div className="flex flex-wrap items-center gap-4">
          <QrCode text={intentUrl} label="The payment’s QR code" className="size-40 rounded-edge bg-[white] p-2" />
          <p className="min-w-40 flex-1 text-sm text-soft">
            No app pays play money: answer for the payer below, or scan the code to see what it says.
          </p>
        </div>
      )
    case 'upi-app':
    case 'own-app':
      return intentUrl === undefined ? null : <CodeBlock label="Opens the app on a phone" code={intentUrl} />
    case 'collect-vpa':
    case 'collect-phone':
      return <p className="text-soft">The payer’s own app asks them now. Answer for them:</p>
    case 'frame':
      return page === undefined ? null : <Framed page={page} />
    default:
      return page === undefined ? null : (
        <p>
          <a href={page} target="_blank" rel="noreferrer" className={buttonClass('main')}>
            {kind === 'redirect' ? 'Open the payment page' : 'Open the bank’s page'}
          </a>
          <span className="mt-2 block text-sm text-soft">Opens beside this page, which goes on following.</span>
        </p>
      )
  }
}

function Framed({ page }: { page: string }) {
  const [open, setOpen] = useState(true)
  return (
    <>
      <Button look="main" className="justify-self-start" onClick={() => setOpen(true)}>
        Open the page in a frame
      </Button>
      {open && <HostedFrame url={page} onDone={() => setOpen(false)} />}
    </>
  )
}
