type Query = { readonly [name: string]: boolean | undefined }

/** A path template with its one `{id}` escaped as one segment, and the query put on once. */
export function fillPath(
  template: string,
  ids: { readonly [name: string]: string | undefined },
  query?: Query,
): string {
  const open = template.indexOf('{')
  if (open < 0) return template + search(query)
  const close = template.indexOf('}', open)
  const id = ids[template.slice(open + 1, close)] ?? ''
  return template.slice(0, open) + encodeURIComponent(id) + template.slice(close + 1) + search(query)
}

function search(query: Query | undefined): string {
  let text = ''
  for (const name in query) {
    const value = query[name]
    if (value !== undefined) text += `${text === '' ? '?' : '&'}${name}=${value}`
  }
  return text
}
