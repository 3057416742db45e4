import { readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { acceptedEncodings, contentTypeOf, isHashed } from './static-facts.ts'

export interface StaticFolder {
  /** The built folder on disk. */
  root: string | URL
  /** Path under which its files are served, with a slash at both ends: `/web/bundle/`. */
  mount: string
  /** The page of the folder: `index.html`, served at paths of its own. */
  index?: {
    /** True for the paths that show the page. Files of the folder go first. */
    at: (path: string) => boolean
    /** Headers of the page, its content security policy among them. */
    headers?: (request: Request) => { [name: string]: string }
    /** Where relative addresses in the page point; default `mount`. */
    baseHref?: string
    /** What a reader is told when the folder was never built: the command that builds it. */
    whenMissing: string
  }
  /** Extra headers for a file, by its name relative to the folder. */
  headers?: (file: string) => { [name: string]: string }
}

/**
 * A handler for one built folder. Answers GET and HEAD; anything that is not a file of the folder is `undefined`, for
 * the host to decide. Hashed names are cached for a year, other files are asked for again by ETag, the page is never stored.
 */
export function staticFiles(folder: StaticFolder): (request: Request) => Promise<Response | undefined> {
  if (!folder.mount.startsWith('/') || !folder.mount.endsWith('/')) {
    throw new TypeError(`static files: mount must begin and end with a slash, got ${JSON.stringify(folder.mount)}`)
  }
  const root = typeof folder.root === 'string' ? folder.root : fileURLToPath(folder.root)

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    const path = new URL(request.url).pathname
    if (path.startsWith(folder.mount)) {
      const name = safeName(path.slice(folder.mount.length))
      const found = name === undefined ? undefined : await fileReply(root, name, request)
      if (found !== undefined && name !== undefined) return withHeaders(found, folder.headers?.(name))
    }
    if (folder.index?.at(path)) return indexReply(root, folder.index, folder.mount, request)
    return undefined
  }
}

async function fileReply(root: string, name: string, request: Request): Promise<Response | undefined> {
  const variants = acceptedEncodings(request.headers.get('accept-encoding') ?? '')
  for (const { encoding, suffix } of variants) {
    const file = await locate(root, `${name}${suffix}`)
    if (file === undefined) continue
    const tag = `W/"${file.size.toString(36)}-${Math.floor(file.mtimeMs).toString(36)}${suffix}"`
    const headers = new Headers({
      'content-type': contentTypeOf(name),
      'cache-control': isHashed(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: tag,
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    })
    if (encoding) headers.set('content-encoding', encoding)
    if (matches(request.headers.get('if-none-match'), tag)) return new Response(null, { status: 304, headers })
    headers.set('content-length', String(file.size))
    return new Response(request.method === 'HEAD' ? null : await readFile(file.path), { headers })
  }
  return undefined
}

async function indexReply(
  root: string,
  index: NonNullable<StaticFolder['index']>,
  mount: string,
  request: Request,
): Promise<Response> {
  const file = await locate(root, 'index.html')
  const headers = new Headers({ ...index.headers?.(request), 'cache-control': 'no-store' })
  if (file === undefined) {
    headers.set('content-type', 'text/plain; charset=utf-8')
    return new Response(request.method === 'HEAD' ? null : `${index.whenMissing}\n`, { status: 503, headers })
  }
  headers.set('content-type', 'text/html; charset=utf-8')
  const base = `<base href="${escapeAttribute(index.baseHref ?? mount)}">`
  const html = (await readFile(file.path, 'utf8')).replace(/<head[^>]*>/, (head) => head + base)
  return new Response(request.method === 'HEAD' ? null : html, { headers })
}

/** A plain file beneath the root, wherever links lead: what resolves outside is not there. */
async function locate(
  root: string,
  name: string,
): Promise<{ path: string; size: number; mtimeMs: number } | undefined> {
  try {
    const [home, path] = await Promise.all([realpath(root), realpath(join(root, name))])
    if (!path.startsWith(home + sep)) return undefined
    const facts = await stat(path)
    return facts.isFile() ? { path, size: facts.size, mtimeMs: facts.mtimeMs } : undefined
  } catch {
    // Absent, or not to be read: to the one who asks it is the same.
    return undefined
  }
}

/** The decoded name, or nothing when any part of it could climb, hide or confuse. */
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

function matches(ifNoneMatch: string | null, tag: string): boolean {
  return ifNoneMatch?.split(',').some((one) => one.trim() === tag) ?? false
}

function withHeaders(reply: Response, extra: { [name: string]: string } = {}): Response {
  for (const [name, value] of Object.entries(extra)) reply.headers.set(name, value)
  return reply
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
