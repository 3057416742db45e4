const [RED, PLAIN] = ['\u001b[31m', '\u001b[39m']

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

/** The row of a measure that threw: the first line of the error, as `failed`. */
export function failedRow(group, name, error) {
  const [failed] = String(error?.message ?? error).split('\n')
  return { ...row(group, name, undefined, ''), failed }
}

export const atMost = (limit, unit = '') => ({ text: `≤ ${number(limit)}${unit}`, met: (value) => value <= limit })
export const atLeast = (limit, unit = '') => ({ text: `≥ ${number(limit)}${unit}`, met: (value) => value >= limit })
export const exactly = (wanted) => ({ text: `= ${wanted}`, met: (value) => value === wanted })

function number(value) {
  if (Number.isInteger(value)) return value.toLocaleString('en')
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 3
  return value.toLocaleString('en', { maximumFractionDigits: digits })
}

/** A function that prints rows as a table, one by one, each group below its name. */
export function rowPrinter(print, { isTerminal = false } = {}) {
  let shownGroup
  return ({ group, name, value, unit, target, met, note, failed }) => {
    if (group !== shownGroup) print(`\n${group}`)
    shownGroup = group
    const shown = value === null ? '–' : `${number(value)} ${unit}`.trim()
    const line = `  ${name.padEnd(58)} ${shown.padStart(16)}  ${[resultOf({ target, met, failed }), note ?? failed].filter(Boolean).join('  ')}`
    print(failed !== undefined && isTerminal ? `${RED}${line}${PLAIN}` : line)
  }
}

function resultOf({ target, met, failed }) {
  if (failed !== undefined) return 'FAILED'
  if (target === null) return ''
  if (met === null) return `not measured (${target})`
  return met ? `met (${target})` : `MISSED (${target})`
}
