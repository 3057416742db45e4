/** The values of a route: those of its `:name` parts, and of its query string. */
export interface RouteValues {
  readonly params?: { readonly [name: string]: string }
  readonly query?: { readonly [name: string]: string | number | boolean | undefined }
}

/**
 * Splits a route such as `GET /orders/:id` into method and URL.
 * @param base address without a trailing slash
 */
export function routeUrl(base: string, route: string, { params, query }: RouteValues): { method: string; url: URL } {
  const [method = 'GET', path = ''] = route.split(' ')
  const url = new URL(`${base}${path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params?.[name] ?? ''))}`)
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value))
  return { method, url }
}
