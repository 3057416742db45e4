/**
 * Runs in the browser, in place of Vite's preload helper: each `import()` of a built page calls it. Browsers keep a failed import, also of
 * a file that a part itself imports, and answer the next `import()` of it without a request. So every file of a part is fetched first,
 * and imported from the browser's cache when all are there: what fails can be loaded again.
 */

/** Addresses of the files that are there, or under way. @type {Map<string, Promise<void>>} */
const files = new Map()

/**
 * @template Module
 * @param {() => Promise<Module>} load the import itself
 * @param {readonly string[] | undefined} paths its files: scripts, then style sheets
 * @param {string} importer address of the script that imports
 * @returns {Promise<Module>} rejects with an error whose `needsReload` is true when the server answers that the file is not there
 */
export async function __vitePreload(load, paths = [], importer) {
  if (files.size === 0) for (const url of ofDocument()) files.set(url, Promise.resolve())
  await Promise.all(paths.map((path) => once(new URL(path, importer).href)))
  return load().catch((cause) => {
    throw notLoaded(importer, cause, true)
  })
}

/** What the document itself has loaded. */
const ofDocument = () =>
  [...document.querySelectorAll('script[src], link[href]')].map((element) => element.src ?? element.href)

function once(url) {
  const known = files.get(url)
  if (known) return known
  const loading = url.endsWith('.css') ? applyStyles(url) : fetchScript(url)
  files.set(url, loading)
  loading.catch(() => files.delete(url))
  return loading
}

async function fetchScript(url) {
  const response = await fetch(url).catch((cause) => {
    throw notLoaded(url, cause, false)
  })
  const isScript = response.ok && /javascript/.test(response.headers.get('content-type') ?? '')
  // A server that is being restarted, or its proxy, answers with 5xx.
  if (!isScript) throw notLoaded(url, `status ${response.status}`, response.status < 500)
  // To its end, or the cache has a part of it only.
  await response.arrayBuffer().catch((cause) => {
    throw notLoaded(url, cause, false)
  })
}

function applyStyles(url) {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = url
  return new Promise((resolve, reject) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', () => {
      link.remove()
      reject(notLoaded(url, 'no style sheet', false))
    })
    document.head.append(link)
  })
}

const notLoaded = (url, cause, needsReload) =>
  Object.assign(new Error(`${new URL(url).pathname} could not be loaded`, { cause }), { needsReload })
