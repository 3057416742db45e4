/**
 * Fields on which sources differ. A source leaves out what it does not know; a field that fewer than two sources know is
 * a disagreement as well, since nothing confirms it.
 * @param {{ [source: string]: { [field: string]: string | number | undefined } }} sources
 * @returns {string[]} one sentence a field
 */
export function disagreements(sources) {
  const known = Object.entries(sources)
  const fields = new Set(known.flatMap(([, values]) => Object.keys(values)))
  return [...fields].flatMap((field) => {
    const found = known.flatMap(([source, values]) => {
      const value = values[field]
      return value === undefined ? [] : [{ source, value }]
    })
    if (found.length > 1 && found.every(({ value }) => value === found[0]?.value)) return []
    const all = found.map(({ source, value }) => `${source}: ${value}`).join(', ')
    return [found.length > 1 ? `${field} differs: ${all}` : `${field} has fewer than two sources: ${all || 'none'}`]
  })
}
