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

/** The provider's browser script, as its page documents it. */
interface ProviderScript {
  transact(input: { tokenUrl: string; callback?: (response: string) => void; type?: 'IFRAME' }): void
  closePage(): void
}

/** Where the script puts itself. Not declared for everyone: the name is the provider's. */
const provided = (): ProviderScript | undefined =>
  (window as Window & { PhonePeCheckout?: ProviderScript }).PhonePeCheckout

/** On a tag of ours until the browser has told what became of it: nothing but such a tag is worth waiting for. */
const LOADING = 'loading'

/** Loads the provider's script once a document, however many ask. @throws Error when it does not come. */
export async function loadCheckoutScript(scriptUrl: string): Promise<ProviderScript> {
  const { href } = new URL(scriptUrl, location.href)
  return provided() ?? brought(loadingTag(href) ?? newTag(href))
}

const loadingTag = (href: string) =>
  [...document.scripts].find((script) => script.src === href && script.dataset.galla === LOADING)

function newTag(href: string): HTMLScriptElement {
  const script = Object.assign(document.createElement('script'), { src: href, async: true })
  script.dataset.galla = LOADING
  const told = () => {
    delete script.dataset.galla
    if (!provided()) script.remove()
  }
  script.addEventListener('load', told, { once: true })
  script.addEventListener('error', told, { once: true })
  document.head.append(script)
  return script
}

function brought(script: HTMLScriptElement): Promise<ProviderScript> {
  return new Promise((resolve, reject) => {
    const told = (otherwise: string) => {
      const there = provided()
      if (there) resolve(there)
      else reject(new Error(`the checkout script ${otherwise}`))
    }
    const came = () => told('came, but brought no PhonePeCheckout: check checkoutScript')
    const lost = () => told('did not load: check checkoutScript, the network and the content security policy')
    script.addEventListener('load', came, { once: true })
    script.addEventListener('error', lost, { once: true })
  })
}
