/** One line of a CSV file (RFC 4180). A spreadsheet would run what begins like a formula, so such a cell begins with a quote mark. */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/** Tabs and line ends too: some programs drop them before they look. Full-width forms are formulas where such keyboards are used. */
const FORMULA = /^[\s\uFEFF]*[=+\-@|%\t\r\n＝＋－＠]/

function cell(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = String(value)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n;\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}
