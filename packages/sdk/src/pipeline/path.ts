/** A path template with each `{id}` escaped as one segment, and the query put on once. */
export function fillPath(
  template: string,
  ids: { readonly [name: string]: string | undefined },
  query?: { readonly [name: string]: boolean | undefined },
): string {
  const path = template.includes('{')
    ? template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ''))
    : template
  if (!query) return path
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined)
  return pairs.length === 0 ? path : `${path}?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`
}
