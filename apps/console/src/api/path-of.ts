type Text = { readonly [name: string]: string | undefined }

export interface PathParts {
  params?: Text | undefined
  query?: Text | undefined
}

/** Path of a route's key with its names filled in and its query behind; what is undefined or empty is left out. */
export function pathOf(key: string, { params = {}, query = {} }: PathParts): string {
  const path = key.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== '') asked.set(name, value)
  return asked.size === 0 ? path : `${path}?${asked}`
}
