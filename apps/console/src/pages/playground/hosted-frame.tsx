import { useEffect, useRef } from 'react'
import { Dialog } from '../../ui/dialog.tsx'

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
