/** Received headers: a web `Headers`, or a plain object in any case, as Node and every framework give them. */
export type HeaderBag =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined }

type Plain = { readonly [name: string]: unknown }

export function headerOf(headers: HeaderBag, name: string): string | undefined {
  const { get } = headers as { get?: unknown }
  if (typeof get === 'function') return (headers as { get(name: string): string | null }).get(name) ?? undefined
  const plain = headers as Plain
  const value = plain[name] ?? plain[Object.keys(plain).find((key) => key.toLowerCase() === name) ?? name]
  if (typeof value === 'string') return value
  return Array.isArray(value) && typeof value[0] === 'string' ? value[0] : undefined
}
