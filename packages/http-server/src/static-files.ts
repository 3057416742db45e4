import { readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { acceptedEncodings } from './accepted-encodings.ts'
import { pageHeaders } from './csp.ts'

export interface StaticFolder {
  /** The built folder on disk. */
  root: string | URL
  /** Path under which its files are served, with a slash at both ends: `/web/bundle/`. */
  mount: string
  /** Response with `index.html` of the folder, also for a request for its own name. */
  index?: {
    /** Returns whether a path shows the page. Other files of the folder take precedence. */
    at: (path: string) => boolean
    /** Headers of the page, such as its content security policy. */
    headers?: (request: Request) => { [name: string]: string }
    /** Changes the page before it is sent; default as it is on disk. */
    edit?: (html: string, request: Request) => string
    /** Base of relative addresses in the page; default `mount`. */
    baseHref?: string
    /** Text of the 503 reply while `index.html` does not exist: the command that builds the folder. */
    whenMissing: string
  }
  /** Extra headers for a file, by its name relative to the folder. */
  headers?: (file: string) => { [name: string]: string }
}

/**
 * Creates a handler for one built folder. It answers GET and HEAD, and returns `undefined` for anything that is not a file of
 * the folder. Files with a hash in their name are cached for a year, other files are revalidated by ETag, the page is never stored.
 */
export function staticFiles(folder: StaticFolder): (request: Request) => Promise<Response | undefined> {
  if (!folder.mount.startsWith('/') || !folder.mount.endsWith('/')) {
    throw new TypeError(`static files: mount must begin and end with a slash; got ${JSON.stringify(folder.mount)}`)
  }
  const root = typeof folder.root === 'string' ? folder.root : fileURLToPath(folder.root)
  const contents = keepContents()

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    const path = new URL(request.url).pathname
    if (path.startsWith(folder.mount)) {
      const name = safeName(path.slice(folder.mount.length))
      // As a file it would have none of the page's headers, and other sites could frame it.
      if (folder.index && name !== undefined && PAGE_FILE.test(name))
        return indexResponse(root, folder.index, folder.mount, request)
      const found = name === undefined ? undefined : await fileResponse(root, name, request, contents)
      if (found !== undefined && name !== undefined) return withHeaders(found, folder.headers?.(name))
    }
    if (folder.index?.at(path)) return indexResponse(root, folder.index, folder.mount, request)
    return undefined
  }
}

/** The page and its compressed forms, in any case: some file systems ignore it. */
const PAGE_FILE = /^index\.html(?:\.(?:br|gz))?$/i

/** Ends of the names of compressed files, as `scripts/lib/precompress.mjs` writes them. */
const SUFFIXES = { br: '.br', gzip: '.gz' } as const

/** Types that a browser shows as a document, in which a script could run or which another site could frame. */
const DOCUMENT = /^(?:text\/html|image\/svg\+xml)/

async function fileResponse(
  root: string,
  name: string,
  request: Request,
  contents: ReadContent,
): Promise<Response | undefined> {
  const encodings = acceptedEncodings(request.headers.get('accept-encoding') ?? '')
  for (const encoding of [...encodings, undefined]) {
    const suffix = encoding === undefined ? '' : SUFFIXES[encoding]
    const file = await findFile(root, `${name}${suffix}`)
    if (file === undefined) continue
    const tag = `W/"${file.size.toString(36)}-${Math.floor(file.mtimeMs).toString(36)}${suffix}"`
    const type = contentTypeOf(name)
    const headers = new Headers({
      ...(DOCUMENT.test(type) ? pageHeaders({}) : {}),
      'content-type': type,
      'cache-control': isHashed(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: tag,
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    })
    if (encoding) headers.set('content-encoding', encoding)
    if (matchesEtag(request.headers.get('if-none-match'), tag)) return new Response(null, { status: 304, headers })
    headers.set('content-length', String(file.size))
    return new Response(request.method === 'HEAD' ? null : sharing(await contents(file)), { headers })
  }
  return undefined
}

async function indexResponse(
  root: string,
  index: NonNullable<StaticFolder['index']>,
  mount: string,
  request: Request,
): Promise<Response> {
  const file = await findFile(root, 'index.html')
  const headers = new Headers({ ...index.headers?.(request), 'cache-control': 'no-store' })
  if (file === undefined) {
    headers.set('content-type', 'text/plain; charset=utf-8')
    return new Response(request.method === 'HEAD' ? null : `${index.whenMissing}\n`, { status: 503, headers })
  }
  headers.set('content-type', 'text/html; charset=utf-8')
  const html = withBase(await readFile(file.path, 'utf8'), index.baseHref ?? mount)
  return new Response(request.method === 'HEAD' ? null : (index.edit?.(html, request) ?? html), { headers })
}

/** Adds the base of relative addresses to a page. */
export const withBase = (html: string, href: string): string =>
  html.replace(/<head[^>]*>/, (head) => `${head}<base href="${escapeAttribute(href)}">`)

interface FoundFile {
  readonly path: string
  readonly size: number
  readonly mtimeMs: number
}

type ReadContent = (file: FoundFile) => Promise<Uint8Array>

/**
 * Reads each file once until it changes: all responses share its bytes. A client that asks for a file many times and does not read the
 * answers would otherwise hold as many copies in memory.
 */
function keepContents(): ReadContent {
  const kept = new Map<string, { readonly tag: string; readonly bytes: Promise<Uint8Array> }>()
  return ({ path, size, mtimeMs }) => {
    const tag = `${size} ${mtimeMs}`
    const known = kept.get(path)
    if (known?.tag === tag) return known.bytes
    const bytes = readFile(path)
    kept.set(path, { tag, bytes })
    // A file that could not be read is tried again.
    bytes.catch(() => kept.delete(path))
    return bytes
  }
}

/** A body that refers to the bytes: `new Response(bytes)` copies them in Node's own implementation. */
function sharing(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })
}

/** Finds a regular file below the root. A symbolic link that leads outside counts as missing. */
async function findFile(root: string, name: string): Promise<FoundFile | undefined> {
  try {
    const [realRoot, path] = await Promise.all([realpath(root), realpath(join(root, name))])
    if (!path.startsWith(realRoot + sep)) return undefined
    const found = await stat(path)
    return found.isFile() ? { path, size: found.size, mtimeMs: found.mtimeMs } : undefined
  } catch {
    // Missing or not readable: the reply is the same.
    return undefined
  }
}

/** Decodes a name. Undefined when a part starts with a dot or contains a backslash, a colon or NUL. */
function safeName(encoded: string): string | undefined {
  let name: string
  try {
    name = decodeURIComponent(encoded)
  } catch {
    return undefined
  }
  const parts = name.split('/')
  return parts.every((part) => /^[^.\\:\0][^\\:\0]*$/.test(part)) ? name : undefined
}

function matchesEtag(ifNoneMatch: string | null, tag: string): boolean {
  return ifNoneMatch?.split(',').some((one) => one.trim() === tag) ?? false
}

function withHeaders(response: Response, extra: { [name: string]: string } = {}): Response {
  for (const [name, value] of Object.entries(extra)) response.headers.set(name, value)
  return response
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

const CONTENT_TYPES: { [extension: string]: string } = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
  woff2: 'font/woff2',
}

/** Content type by extension. An unknown extension is downloaded, never guessed. */
function contentTypeOf(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return CONTENT_TYPES[extension] ?? 'application/octet-stream'
}

/** True for names with a content hash, as bundlers create them: `assets/index-BqZ3x9aT.js`. */
function isHashed(name: string): boolean {
  return /(?:^|\/)assets\/[^/]+-[A-Za-z0-9_-]{8}\.[a-z0-9]+$/.test(name)
}
