import { QrCode } from '@galla/react/components'
import { useEffect, useRef, useState } from 'react'
import { CodeBlock } from '../../components/code-block.tsx'
import { Button, buttonClass } from '../../components/controls.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { useControl } from '../sandbox/use-sandbox.ts'
import type { Running } from './start-payment.ts'

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

interface HostedFrameProps {
  url: string
  /** The page is done, or the payer left it. Neither says anything about money. */
  onDone(): void
}

/**
 * The provider's page over this one. A shop loads the provider's script for it; the console runs no script of another
 * origin, so it says that script's two words to the page itself.
 */
export function HostedFrame({ url, onDone }: HostedFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const { origin } = new URL(url)
    const nonce = crypto.getRandomValues(new Uint32Array(4)).join('-').padEnd(16, '-')
    const here = frame.current
    const greet = () => here?.contentWindow?.postMessage({ checkout: 1, type: 'HELLO', nonce }, origin)
    const heard = ({ data, origin: from, source }: MessageEvent<unknown>) => {
      if (from !== origin || source !== here?.contentWindow) return
      const { nonce: theirs, type } = (typeof data === 'object' && data !== null ? data : {}) as {
        [name: string]: unknown
      }
      if (theirs === nonce && (type === 'CONCLUDED' || type === 'USER_CANCEL')) onDone()
    }
    here?.addEventListener('load', greet)
    window.addEventListener('message', heard)
    return () => {
      here?.removeEventListener('load', greet)
      window.removeEventListener('message', heard)
    }
  }, [url, onDone])
  return (
    <Dialog open onClose={onDone} title="The provider’s page" wide>
      <iframe ref={frame} src={url} title="Payment page" className="-mx-2 h-[70dvh] w-[calc(100%+1rem)] border-0" />
    </Dialog>
  )
}
