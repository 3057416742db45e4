/** A text as the cell of a Markdown table. */
export const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('{{', '&#123;{')
const row = (...cells) => `| ${cells.map(cell).join(' | ')} |`
export const table = (head, rows) =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n')
