const TYPES: { [extension: string]: string } = {
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

/** By extension; what we do not know is downloaded, never guessed. */
export function contentTypeOf(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return TYPES[extension] ?? 'application/octet-stream'
}

/** True for names that a bundler made from the content: `assets/index-BqZ3x9aT.js`. */
export function isHashed(name: string): boolean {
  return /(?:^|\/)assets\/[^/]+-[A-Za-z0-9_-]{8}\.[a-z0-9]+$/.test(name)
}

/** Forms of a file that this client takes, best first; the plain one is always last. `q=0` is a refusal. */
export function acceptedEncodings(acceptEncoding: string): { encoding?: 'br' | 'gzip'; suffix: string }[] {
  const wanted = new Map<string, number>()
  for (const part of acceptEncoding.split(',')) {
    const [name = '', ...parameters] = part.trim().toLowerCase().split(';')
    const quality = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((one) => one !== undefined)
    wanted.set(name.trim(), quality === undefined ? 1 : Number(quality))
  }
  const takes = (name: string) => (wanted.get(name) ?? wanted.get('*') ?? 0) > 0
  return [
    ...(takes('br') ? [{ encoding: 'br' as const, suffix: '.br' }] : []),
    ...(takes('gzip') ? [{ encoding: 'gzip' as const, suffix: '.gz' }] : []),
    { suffix: '' },
  ]
}
