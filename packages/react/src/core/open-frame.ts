import { loadCheckoutScript } from './checkout-script.ts'

export interface FrameOptions {
  scriptUrl: string
  tokenUrl: string
  /** The frame is on show. */
  opened: () => void
  /** Closes the frame; before it is on show, calls it off. */
  signal: AbortSignal
}

/** Shows the provider's page over the shop's own until it is left. @throws Error when the script does not load. */
export async function openFrame(options: FrameOptions): Promise<'concluded' | 'left' | 'closed'> {
  const { scriptUrl, tokenUrl, opened, signal } = options
  if (signal.aborted) return 'closed'
  const calledOff = new Promise<undefined>((resolve) =>
    signal.addEventListener('abort', () => resolve(undefined), { once: true }),
  )
  // A script may take its time, and whoever waits for it may not: a frame that comes after them has no page under it.
  const script = await Promise.race([loadCheckoutScript(scriptUrl), calledOff])
  if (!script || signal.aborted) return 'closed'
  return new Promise((resolve) => {
    const close = () => {
      script.closePage()
      resolve('closed')
    }
    signal.addEventListener('abort', close, { once: true })
    script.transact({
      tokenUrl,
      callback: (word) => resolve(word === 'CONCLUDED' ? 'concluded' : 'left'),
      type: 'IFRAME',
    })
    opened()
  })
}
