import { CodeBlock } from '@galla/console/components/code-block.tsx'
import { Button, buttonClass } from '@galla/console/components/controls.tsx'
import { Dialog } from '@galla/console/components/dialog.tsx'
import { QrCode } from '@galla/react/components'
import { useEffect, useRef, useState } from 'react'
import { queuedOutcomeText } from '../sandbox/outcome-choice.tsx'
import { useSandboxQuery } from '../sandbox/use-sandbox.ts'
import type { StartedPayment } from './start-payment.ts'

/** Shows the payer's way to pay: a QR code, a link to an app, a page, or a request in their app. */
export function PayerView({ payment }: { payment: StartedPayment }) {
  const { kind, merchantOrderId, intentUrl } = payment
  // After a reload the page's URL is known to the sandbox only.
  const { data: sandboxOrder } = useSandboxQuery('GET /orders/:merchantOrderId', { params: { merchantOrderId } })
  const pageUrl = payment.redirectUrl ?? sandboxOrder?.pageUrl
  switch (kind) {
    case 'upi-qr':
      return intentUrl === undefined ? null : (
        <div className="flex flex-wrap items-center gap-4">
          <QrCode text={intentUrl} label="QR code of the payment" className="size-40 rounded-edge bg-[white] p-2" />
          <p className="min-w-40 flex-1 text-sm text-soft">
            No app pays test payments: complete it below, or scan the code to see its content.
          </p>
        </div>
      )
    case 'upi-app':
    case 'own-app':
      return intentUrl === undefined ? null : <CodeBlock label="Opens the app on a phone" code={intentUrl} />
    case 'collect-vpa':
    case 'collect-phone':
      return <p className="text-soft">The payer’s app asks for approval. Complete or fail it here:</p>
    case 'frame':
      return pageUrl === undefined ? null : (
        <>
          <FramedPage url={pageUrl} />
          <QueuedOutcomeNote merchantOrderId={merchantOrderId} />
        </>
      )
    default:
      return pageUrl === undefined ? null : (
        <div className="grid gap-3">
          <p>
            <a href={pageUrl} target="_blank" rel="noreferrer" className={buttonClass('primary')}>
              {kind === 'redirect' ? 'Open the payment page' : 'Open the bank’s page'}
            </a>
            <span className="mt-2 block text-sm text-soft">Opens a new tab; this page is updated live.</span>
          </p>
          {kind === 'redirect' && <QueuedOutcomeNote merchantOrderId={merchantOrderId} />}
        </div>
      )
  }
}

/** A hosted page has no attempt until its payer pays, so the outcome that was chosen for it is still queued. */
function QueuedOutcomeNote({ merchantOrderId }: { merchantOrderId: string }) {
  const { queued, queuedForOrders = [] } = useSandboxQuery('GET /outcomes').data ?? {}
  const mine = queuedForOrders.find((one) => one.merchantOrderId === merchantOrderId)
  if (mine) return <p role="status">{queuedOutcomeText(mine)}, as soon as somebody pays on its page or below.</p>
  return queued ? <p role="status">{queuedOutcomeText(queued)}, of whichever order it is.</p> : null
}

function FramedPage({ url }: { url: string }) {
  const [open, setOpen] = useState(true)
  return (
    <>
      <Button variant="primary" className="justify-self-start" onClick={() => setOpen(true)}>
        Open the page in a frame
      </Button>
      {open && <HostedFrame url={url} onDone={() => setOpen(false)} />}
    </>
  )
}

interface HostedFrameProps {
  url: string
  /** The page reported the end of the payment, or its cancellation; neither proves a state. */
  onDone(): void
}

/**
 * The hosted page in a frame. A shop loads the provider's script for this; the console's CSP allows no foreign script, so
 * this component exchanges the script's two messages with the page itself.
 */
function HostedFrame({ url, onDone }: HostedFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const { origin } = new URL(url)
    const nonce = crypto.getRandomValues(new Uint32Array(4)).join('-').padEnd(16, '-')
    const element = frame.current
    const sendHello = () => element?.contentWindow?.postMessage({ checkout: 1, type: 'HELLO', nonce }, origin)
    const onMessage = ({ data, origin: from, source }: MessageEvent<unknown>) => {
      if (from !== origin || source !== element?.contentWindow) return
      const message = (typeof data === 'object' && data !== null ? data : {}) as { [name: string]: unknown }
      if (message.nonce === nonce && (message.type === 'CONCLUDED' || message.type === 'USER_CANCEL')) onDone()
    }
    element?.addEventListener('load', sendHello)
    window.addEventListener('message', onMessage)
    return () => {
      element?.removeEventListener('load', sendHello)
      window.removeEventListener('message', onMessage)
    }
  }, [url, onDone])
  return (
    <Dialog open onClose={onDone} title="Hosted payment page" wide>
      <iframe ref={frame} src={url} title="Payment page" className="-mx-2 h-[70dvh] w-[calc(100%+1rem)] border-0" />
    </Dialog>
  )
}
