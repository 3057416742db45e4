/**
 * Runs in the browser, in place of Vite's preload helper: each `import()` of a built page calls it. Browsers keep a failed import, also of
 * a file that a part itself imports, and answer the next `import()` of it without a request. So every file of a part is fetched first,
 * and imported from the browser's cache when all are there: what fails can be loaded again.
 */

/** A request that is not answered by then has failed. Milliseconds. */
const TIME_LIMIT_MS = 10_000

/** Addresses of the files that are there, or under way. @type {Map<string, Promise<void>>} */
const files = new Map()

/** Addresses of the files that were requested and have not arrived: the next request bypasses the cache. @type {Set<string>} */
const missing = new Set()

/** First file of each part that is under way. @type {Set<string>} */
const parts = new Set()

/**
 * @template Module
 * @param {() => Promise<Module>} load the import itself
 * @param {readonly string[] | undefined} paths its files: scripts, then style sheets
 * @param {string} importer address of the script that imports
 * @returns {Promise<Module>} rejects with an error whose `needsReload` is true when only another document can have the part
 */
export async function __vitePreload(load, paths = [], importer) {
  if (files.size === 0) for (const url of ofDocument()) files.set(url, Promise.resolve())
  const urls = paths.map((path) => new URL(path, importer).href)
  const [part = importer] = urls
  // As when the payer opens what is loaded ahead: that request may have stalled, and is replaced.
  const replaces = parts.has(part)
  parts.add(part)
  try {
    await Promise.all(urls.map((url) => once(url, replaces)))
    return await within(load).catch(async (cause) => {
      // The browser keeps the failed import until the document is loaded again, which must not find a damaged copy in the cache.
      const scripts = urls.filter((url) => !isStyles(url))
      for (const url of scripts) missing.add(url)
      await Promise.allSettled(scripts.map((url) => once(url, true)))
      throw notLoaded(part, cause, true)
    })
  } finally {
    parts.delete(part)
  }
}

/** Lists the files that the document itself has loaded. */
const ofDocument = () =>
  [...document.querySelectorAll('script[src], link[href]')].map((element) => element.src ?? element.href)

const isStyles = (url) => url.endsWith('.css')

/** Loads a file unless it is there or under way. `replaces`: also when it is under way. */
function once(url, replaces) {
  const isMissing = missing.has(url)
  const known = files.get(url)
  if (known && !(replaces && isMissing)) return known
  missing.add(url)
  const loading = fetchFile(url, isMissing ? { cache: 'reload' } : {}).then(() => isStyles(url) && applyStyles(url))
  files.set(url, loading)
  loading.then(
    () => missing.delete(url),
    () => files.get(url) === loading && files.delete(url),
  )
  return loading
}

async function fetchFile(url, init) {
  let needsReload = false
  await within(async (signal) => {
    const response = await fetch(url, { ...init, signal })
    const isFile = (isStyles(url) ? /css/ : /javascript/).test(response.headers.get('content-type') ?? '')
    // Gone, or replaced by a page: by a new release. Other errors, as of a server that is being restarted, pass.
    needsReload = response.ok ? !isFile : response.status === 404 || response.status === 410
    if (!response.ok || !isFile) throw new Error(`status ${response.status}`)
    // To its end, or the cache has a part of it only.
    await response.arrayBuffer()
  }).catch((cause) => {
    throw notLoaded(url, cause, needsReload)
  })
}

function applyStyles(url) {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = url
  return within(
    () =>
      new Promise((resolve, reject) => {
        link.addEventListener('load', resolve)
        link.addEventListener('error', reject)
        document.head.append(link)
      }),
  ).catch((cause) => {
    link.remove()
    throw notLoaded(url, cause, false)
  })
}

/** Resolves with the result of `work`. Rejects, and aborts the signal of `work`, after the time limit. */
function within(work) {
  return new Promise((resolve, reject) => {
    const limit = new AbortController()
    const timer = setTimeout(() => {
      reject(new Error('no answer in time'))
      limit.abort()
    }, TIME_LIMIT_MS)
    work(limit.signal)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}

const notLoaded = (url, cause, needsReload) =>
  Object.assign(new Error(`${new URL(url).pathname} could not be loaded`, { cause }), { needsReload })
