import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadCheckoutScript } from './checkout-frame.ts'

const ADDRESS = 'https://provider.example/checkout.js'

/** A script's tag, as far as who loads one can tell. */
class Tag extends EventTarget {
  src = ''
  async = false
  readonly dataset: { [name: string]: string } = {}
  remove(): void {
    tags = tags.filter((tag) => tag !== this)
  }
  /** The browser has fetched and run it, or has not. */
  comes(how: 'load' | 'error', brings?: object): void {
    if (brings) page.PhonePeCheckout = brings
    this.dispatchEvent(new Event(how))
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

const provided = { transact() {}, closePage() {} }
const addresses = () => tags.map(({ src }) => src)

/** Only of a tag that is there can a browser tell anything. */
function last(): Tag {
  const tag = tags.at(-1)
  if (!tag) throw new Error('no tag was put into the page')
  return tag
}

it('loads the script once, however many ask', async () => {
  const asked = [loadCheckoutScript(ADDRESS), loadCheckoutScript(ADDRESS)]
  expect(addresses()).toEqual([ADDRESS])
  last().comes('load', provided)
  expect(await Promise.all(asked)).toEqual([provided, provided])
  expect(await loadCheckoutScript(ADDRESS)).toBe(provided)
  expect(addresses()).toEqual([ADDRESS])
})

it('uses what a tag of the page has brought', async () => {
  page.PhonePeCheckout = provided
  expect(await loadCheckoutScript(ADDRESS)).toBe(provided)
  expect(addresses()).toEqual([])
})

it('waits for no tag of the page, whose word may be long past: a blocker has stopped it', async () => {
  const theirs = Object.assign(new Tag(), { src: ADDRESS })
  tags = [theirs]
  const asked = loadCheckoutScript(ADDRESS)
  expect(addresses()).toEqual([ADDRESS, ADDRESS])
  last().comes('error')
  await expect(asked).rejects.toThrow('did not load')
  expect(tags).toEqual([theirs])
})

it.each([
  ['did not load', 'error'],
  ['brought no PhonePeCheckout', 'load'],
] as const)('tries again after one that %s', async (why, how) => {
  for (const _ of ['first press', 'second press']) {
    const asked = [loadCheckoutScript(ADDRESS), loadCheckoutScript(ADDRESS)]
    expect(addresses()).toEqual([ADDRESS])
    last().comes(how)
    for (const one of await Promise.allSettled(asked))
      expect(one).toMatchObject({ reason: { message: expect.stringContaining(why) } })
    expect(addresses()).toEqual([])
  }
  const third = loadCheckoutScript(ADDRESS)
  last().comes('load', provided)
  expect(await third).toBe(provided)
})

it('loads it anew when what it had brought is gone', async () => {
  const first = loadCheckoutScript(ADDRESS)
  last().comes('load', provided)
  await first
  delete page.PhonePeCheckout
  const again = loadCheckoutScript(ADDRESS)
  expect(addresses()).toEqual([ADDRESS, ADDRESS])
  last().comes('load', provided)
  expect(await again).toBe(provided)
})
