export interface FrameOptions {
  scriptUrl: string
  tokenUrl: string
  /** Called when the frame is visible. */
  onOpen: () => void
  /** Closes the frame, or cancels its opening. */
  signal: AbortSignal
}

/** Reason for the end of the frame: the page reached an end, the payer dismissed the frame, or `signal` aborted. */
export type FrameExit = 'concluded' | 'dismissed' | 'closed'

/** Shows the provider's page in a frame over the document, until it closes. @throws Error when the script does not load. */
export async function openCheckoutFrame(options: FrameOptions): Promise<FrameExit> {
  const { scriptUrl, tokenUrl, onOpen, signal } = options
  if (signal.aborted) return 'closed'
  const aborted = new Promise<undefined>((resolve) =>
    signal.addEventListener('abort', () => resolve(undefined), { once: true }),
  )
  // Do not wait for a slow script after an abort: the frame would open over a page that has gone.
  const script = await Promise.race([loadCheckoutScript(scriptUrl), aborted])
  if (!script || signal.aborted) return 'closed'
  return new Promise((resolve) => {
    const close = () => {
      script.closePage()
      resolve('closed')
    }
    signal.addEventListener('abort', close, { once: true })
    script.transact({
      tokenUrl,
      callback: (result) => resolve(result === 'CONCLUDED' ? 'concluded' : 'dismissed'),
      type: 'IFRAME',
    })
    onOpen()
  })
}

/** API of the provider's browser script (https://developer.phonepe.com, PG checkout v2, iframe mode). */
interface ProviderScript {
  transact(input: { tokenUrl: string; callback?: (response: string) => void; type?: 'IFRAME' }): void
  closePage(): void
}

/** The script's global. Not declared on `Window` for every consumer: the name belongs to the provider. */
const loadedScript = (): ProviderScript | undefined =>
  (window as Window & { PhonePeCheckout?: ProviderScript }).PhonePeCheckout

/** `data-galla` of a tag that this module added and that has not loaded or failed yet. Events of other tags may be past. */
const LOADING = 'loading'

/** Loads the provider's script once a document, whatever the number of callers. @throws Error when it does not load. */
export async function loadCheckoutScript(scriptUrl: string): Promise<ProviderScript> {
  const { href } = new URL(scriptUrl, location.href)
  return loadedScript() ?? whenLoaded(findLoadingTag(href) ?? addTag(href))
}

const findLoadingTag = (href: string) =>
  [...document.scripts].find((script) => script.src === href && script.dataset.galla === LOADING)

function addTag(href: string): HTMLScriptElement {
  const script = Object.assign(document.createElement('script'), { src: href, async: true })
  script.dataset.galla = LOADING
  const onEnd = () => {
    delete script.dataset.galla
    if (!loadedScript()) script.remove()
  }
  script.addEventListener('load', onEnd, { once: true })
  script.addEventListener('error', onEnd, { once: true })
  document.head.append(script)
  return script
}

function whenLoaded(script: HTMLScriptElement): Promise<ProviderScript> {
  return new Promise((resolve, reject) => {
    const finish = (problem: string) => {
      const loaded = loadedScript()
      if (loaded) resolve(loaded)
      else reject(new Error(`checkout: the script ${problem}`))
    }
    const onLoad = () => finish('defines no PhonePeCheckout: check checkoutScript')
    const onError = () => finish('did not load: check checkoutScript, the network and the content security policy')
    script.addEventListener('load', onLoad, { once: true })
    script.addEventListener('error', onError, { once: true })
  })
}
