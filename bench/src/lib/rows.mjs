/**
 * A row of the report. `value` is a number, or undefined when it was not measured (`note` has the reason).
 * `target` is `{ text, met(value) }`; rows without one are informative.
 */
export function row(group, name, value, unit, target, note) {
  return {
    group,
    name,
    value: value === undefined || Number.isNaN(value) ? null : value,
    unit,
    target: target?.text ?? null,
    met: target && value !== undefined ? target.met(value) : null,
    ...(note && { note }),
  }
}

export const atMost = (limit, unit = '') => ({ text: `≤ ${number(limit)}${unit}`, met: (value) => value <= limit })
export const atLeast = (limit, unit = '') => ({ text: `≥ ${number(limit)}${unit}`, met: (value) => value >= limit })
export const exactly = (wanted) => ({ text: `= ${wanted}`, met: (value) => value === wanted })

function number(value) {
  if (Number.isInteger(value)) return value.toLocaleString('en')
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 3
  return value.toLocaleString('en', { maximumFractionDigits: digits })
}

/** Prints the rows as a table. */
export function printRows(rows) {
  let group
  for (const { group: next, name, value, unit, target, met, note } of rows) {
    if (next !== group) console.log(`\n${next}`)
    group = next
    const shown = value === null ? '–' : `${number(value)} ${unit}`.trim()
    const result =
      target === null ? '' : met === null ? `not measured (${target})` : met ? `met (${target})` : `MISSED (${target})`
    console.log(`  ${name.padEnd(58)} ${shown.padStart(16)}  ${result}${note ? `  ${note}` : ''}`)
  }
}
