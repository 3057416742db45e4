/**
 * Where witnesses of the same facts differ. A witness who does not know a fact says nothing about it; a fact that fewer
 * than two know is a disagreement too, since nothing confirms it.
 * @param {{ [witness: string]: { [fact: string]: string | number | undefined } }} witnesses
 * @returns {string[]} one sentence a fact
 */
export function disagreements(witnesses) {
  const told = Object.entries(witnesses)
  const facts = new Set(told.flatMap(([, known]) => Object.keys(known)))
  return [...facts].flatMap((fact) => {
    const words = told
      .filter(([, known]) => known[fact] !== undefined)
      .map(([witness, known]) => ({ witness, value: known[fact] }))
    if (words.length > 1 && words.every(({ value }) => value === words[0].value)) return []
    const said = words.map(({ witness, value }) => `${witness}: ${value}`).join(', ')
    return [
      words.length > 1 ? `${fact} differs: ${said}` : `${fact} is confirmed by nobody: ${said || 'nobody knows it'}`,
    ]
  })
}
