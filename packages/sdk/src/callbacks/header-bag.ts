/** Received headers: a web `Headers`, or a plain object in any case, as Node and every framework give them. */
export type HeaderBag =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined }

type Plain = { readonly [name: string]: unknown }

export function headerOf(headers: HeaderBag, name: string): string | undefined {
  const value = lookUp(headers, name)
  if (typeof value === 'string') return value
  return Array.isArray(value) && typeof value[0] === 'string' ? value[0] : undefined
}

/** Where a framework hands over no headers at all, each one is missing. */
function lookUp(headers: HeaderBag | null | undefined, name: string): unknown {
  if (typeof headers !== 'object' || headers === null) return undefined
  if (typeof headers.get === 'function') return headers.get(name)
  const plain = headers as Plain
  return plain[name] ?? plain[Object.keys(plain).find((key) => key.toLowerCase() === name) ?? name]
}
