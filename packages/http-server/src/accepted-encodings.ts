export type Encoding = 'br' | 'gzip'

const BEST_FIRST: readonly Encoding[] = ['br', 'gzip']

/** Encodings that a client accepts by its `accept-encoding`, best first. `q=0` excludes an encoding. */
export function acceptedEncodings(acceptEncoding: string): readonly Encoding[] {
  const wanted = new Map<string, number>()
  for (const part of acceptEncoding.split(',')) {
    const [name = '', ...parameters] = part.trim().toLowerCase().split(';')
    const quality = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((one) => one !== undefined)
    wanted.set(name.trim(), quality === undefined ? 1 : Number(quality))
  }
  return BEST_FIRST.filter((name) => (wanted.get(name) ?? wanted.get('*') ?? 0) > 0)
}
