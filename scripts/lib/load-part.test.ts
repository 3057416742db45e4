import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

type LoadPart = <Module>(load: () => Promise<Module>, paths: string[], importer: string) => Promise<Module>

const TIME_LIMIT_MS = 10_000
const SCRIPT = { 'content-type': 'text/javascript' }
const INDEX = 'https://pay.example/assets/index.js'
const MODULE = { name: 'card' }
const never = () => new Promise<never>(() => {})

/** Requests of the page, each answered by the test. */
let requests: { url: string; init: RequestInit; answer: (response: Response | Error) => void }[]
/** Style sheets that the page has added. */
let links: { href: string; remove: () => void; fire: (type: 'load' | 'error') => void }[]
let loadPart: LoadPart

beforeEach(async () => {
  requests = []
  links = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    return new Promise((resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      requests.push({ url, init, answer: (given) => (given instanceof Error ? reject(given) : resolve(given)) })
    })
  })
  vi.stubGlobal('document', {
    querySelectorAll: () => [{ src: INDEX }],
    createElement: () => new FakeLink(),
    head: { append: (link: FakeLink) => links.push(link) },
  })
  vi.resetModules()
  ;({ __vitePreload: loadPart } = (await import('./load-part.js')) as unknown as { __vitePreload: LoadPart })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

class FakeLink extends EventTarget {
  href = ''
  rel = ''
  fire = (type: string) => void this.dispatchEvent(new Event(type))
  remove = () => void links.splice(links.indexOf(this), 1)
}

const script = () => new Response('', { headers: SCRIPT })
const card = (load: () => Promise<unknown> = async () => MODULE, paths = ['card.js']) => loadPart(load, paths, INDEX)
/** How a part ends: `loaded`, or the failure. */
const outcome = (loading: Promise<unknown>) =>
  loading.then(
    () => 'loaded',
    (error: Error & { needsReload: boolean }) => ({ message: error.message, needsReload: error.needsReload }),
  )
const failure = (needsReload: boolean, file = 'card.js') => ({
  message: `/assets/${file} could not be loaded`,
  needsReload,
})
const turns = () => vi.advanceTimersByTimeAsync(0)

it('fetches each file once, and not what the document has loaded', async () => {
  const loading = Promise.all([card(undefined, ['card.js', 'index.js']), card(undefined, ['bank.js'])])
  expect(requests.map(({ url }) => url)).toEqual([
    'https://pay.example/assets/card.js',
    'https://pay.example/assets/bank.js',
  ])
  for (const { answer } of requests) answer(script())
  expect(await loading).toEqual([MODULE, MODULE])
  expect(await card()).toBe(MODULE)
  expect(requests).toHaveLength(2)
})

describe('a request that nobody answers', () => {
  it('ends after the time limit, and the next one bypasses the cache', async () => {
    const ended = outcome(card())
    await vi.advanceTimersByTimeAsync(TIME_LIMIT_MS - 1)
    expect(requests[0]?.init.signal?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await ended).toEqual(failure(false))
    expect(requests[0]?.init.signal?.aborted).toBe(true)
    const again = card()
    expect(requests[1]?.init.cache).toBe('reload')
    requests[1]?.answer(script())
    expect(await again).toBe(MODULE)
  })

  it('is replaced by the next request for the same part', async () => {
    const ahead = outcome(card())
    const opened = card()
    expect(requests).toHaveLength(2)
    requests[1]?.answer(script())
    expect(await opened).toBe(MODULE)
    await vi.advanceTimersByTimeAsync(TIME_LIMIT_MS)
    expect(await ahead).toEqual(failure(false))
    expect(await card()).toBe(MODULE)
    expect(requests).toHaveLength(2)
  })

  it('is shared by another part that has the same file', async () => {
    const loading = Promise.all([card(undefined, ['card.js', 'shared.js']), card(undefined, ['bank.js', 'shared.js'])])
    expect(requests.map(({ url }) => url.replace(/^.*\//, ''))).toEqual(['card.js', 'shared.js', 'bank.js'])
    for (const { answer } of requests) answer(script())
    await loading
  })

  it('ends also for a body that stops, for a style sheet and for the import', async () => {
    const body = outcome(card())
    requests[0]?.answer(new Response(new ReadableStream({ pull: never }), { headers: SCRIPT }))
    const import_ = outcome(card(never, ['bank.js']))
    requests[1]?.answer(script())
    const styles = outcome(card(undefined, ['list.css']))
    requests[2]?.answer(new Response('', { headers: { 'content-type': 'text/css' } }))
    await turns()
    expect(links.map(({ href }) => href)).toEqual(['https://pay.example/assets/list.css'])
    await vi.advanceTimersByTimeAsync(2 * TIME_LIMIT_MS)
    expect(await body).toEqual(failure(false))
    expect(await styles).toEqual(failure(false, 'list.css'))
    expect(links).toEqual([])
    // Browsers keep an import that is under way.
    expect(await import_).toEqual(failure(true, 'bank.js'))
  })
})

describe('a file that is answered with', () => {
  const html = { 'content-type': 'text/html' }
  it.each<[string, () => Response | Error, boolean]>([
    ['404', () => new Response('', { status: 404 }), true],
    ['410', () => new Response('', { status: 410 }), true],
    ['a page', () => new Response('', { headers: html }), true],
    ['403', () => new Response('', { status: 403, headers: html }), false],
    ['429', () => new Response('', { status: 429 }), false],
    ['502', () => new Response('', { status: 502, headers: html }), false],
    ['nothing', () => new TypeError('Failed to fetch'), false],
  ])('%s fails, and only a file that is gone needs another document', async (_, response, needsReload) => {
    for (const file of ['card.js', 'list.css']) {
      const ended = outcome(card(undefined, [file]))
      requests.at(-1)?.answer(response())
      expect(await ended).toEqual(failure(needsReload, file))
    }
    expect(links).toEqual([])
  })
})

it('a damaged copy in the cache is replaced before the page is loaded again', async () => {
  const ended = outcome(card(() => Promise.reject(new SyntaxError('Unexpected end of input'))))
  requests[0]?.answer(script())
  await turns()
  expect(requests.map(({ init }) => init.cache)).toEqual([undefined, 'reload'])
  requests[1]?.answer(script())
  expect(await ended).toEqual(failure(true))
})
