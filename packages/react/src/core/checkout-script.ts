/** The provider's browser script, as its page documents it. */
interface ProviderScript {
  transact(input: { tokenUrl: string; callback?: (response: string) => void; type?: 'IFRAME' }): void
  closePage(): void
}

/** Where the script puts itself. Not declared for everyone: the name is the provider's. */
const provided = (): ProviderScript | undefined =>
  (window as Window & { PhonePeCheckout?: ProviderScript }).PhonePeCheckout

/** Loads the provider's script once a document, however many ask. @throws Error when it does not come. */
export async function loadCheckoutScript(scriptUrl: string): Promise<ProviderScript> {
  if (!provided()) await loadScript(scriptUrl)
  const script = provided()
  if (!script) throw new Error('the checkout script came, but brought no PhonePeCheckout: check scriptUrl')
  return script
}

function loadScript(src: string): Promise<void> {
  const { href } = new URL(src, location.href)
  const found = [...document.scripts].find((script) => script.src === href)
  const script = found ?? Object.assign(document.createElement('script'), { src: href, async: true })
  return new Promise((resolve, reject) => {
    script.addEventListener('load', () => resolve(), { once: true })
    script.addEventListener('error', () => failed(), { once: true })
    const failed = () => {
      // Left in place it would never load again.
      script.remove()
      reject(
        new Error('the checkout script did not load: check scriptUrl, the network and the content security policy'),
      )
    }
    if (!found) document.head.append(script)
  })
}
