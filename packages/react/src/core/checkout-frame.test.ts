import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadCheckoutScript } from './checkout-frame.ts'

const URL_OF_SCRIPT = 'https://provider.example/checkout.js'

/** A `<script>` element, as far as `loadCheckoutScript` uses it. */
class Tag extends EventTarget {
  src = ''
  async = false
  readonly dataset: { [name: string]: string } = {}
  remove(): void {
    tags = tags.filter((tag) => tag !== this)
  }
  /** Ends the load; `api` is what the script defines. */
  finish(event: 'load' | 'error', api?: object): void {
    if (api) page.PhonePeCheckout = api
    this.dispatchEvent(new Event(event))
  }
}

let tags: Tag[]
let page: { PhonePeCheckout?: object }
beforeEach(() => {
  tags = []
  page = {}
  vi.stubGlobal('window', page)
  vi.stubGlobal('location', { href: 'https://shop.example/cart' })
  vi.stubGlobal('document', {
    get scripts() {
      return tags
    },
    createElement: () => new Tag(),
    head: { append: (tag: Tag) => tags.push(tag) },
  })
})
afterEach(() => vi.unstubAllGlobals())

const api = { transact() {}, closePage() {} }
const urls = () => tags.map(({ src }) => src)

function lastTag(): Tag {
  const tag = tags.at(-1)
  if (!tag) throw new Error('the document has no script tag')
  return tag
}

it('loads the script once for concurrent callers', async () => {
  const loading = [loadCheckoutScript(URL_OF_SCRIPT), loadCheckoutScript(URL_OF_SCRIPT)]
  expect(urls()).toEqual([URL_OF_SCRIPT])
  lastTag().finish('load', api)
  expect(await Promise.all(loading)).toEqual([api, api])
  expect(await loadCheckoutScript(URL_OF_SCRIPT)).toBe(api)
  expect(urls()).toEqual([URL_OF_SCRIPT])
})

it('uses the API of a script that the page has loaded', async () => {
  page.PhonePeCheckout = api
  expect(await loadCheckoutScript(URL_OF_SCRIPT)).toBe(api)
  expect(urls()).toEqual([])
})

it('does not wait for a tag of the page, whose events may be past', async () => {
  const pageTag = Object.assign(new Tag(), { src: URL_OF_SCRIPT })
  tags = [pageTag]
  const loading = loadCheckoutScript(URL_OF_SCRIPT)
  expect(urls()).toEqual([URL_OF_SCRIPT, URL_OF_SCRIPT])
  lastTag().finish('error')
  await expect(loading).rejects.toThrow('did not load')
  expect(tags).toEqual([pageTag])
})

it.each([
  ['did not load', 'error'],
  ['defines no PhonePeCheckout', 'load'],
] as const)('loads it again after a script that %s', async (problem, event) => {
  for (const _ of ['first click', 'second click']) {
    const loading = [loadCheckoutScript(URL_OF_SCRIPT), loadCheckoutScript(URL_OF_SCRIPT)]
    expect(urls()).toEqual([URL_OF_SCRIPT])
    lastTag().finish(event)
    for (const one of await Promise.allSettled(loading))
      expect(one).toMatchObject({ reason: { message: expect.stringContaining(problem) } })
    expect(urls()).toEqual([])
  }
  const third = loadCheckoutScript(URL_OF_SCRIPT)
  lastTag().finish('load', api)
  expect(await third).toBe(api)
})

it('loads the script again when its API is gone', async () => {
  const first = loadCheckoutScript(URL_OF_SCRIPT)
  lastTag().finish('load', api)
  await first
  delete page.PhonePeCheckout
  const again = loadCheckoutScript(URL_OF_SCRIPT)
  expect(urls()).toEqual([URL_OF_SCRIPT, URL_OF_SCRIPT])
  lastTag().finish('load', api)
  expect(await again).toBe(api)
})
