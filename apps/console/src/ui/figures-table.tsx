import type { ReactNode } from 'react'

interface FiguresTableProps {
  caption: string
  /** The first names the row; the others are figures, right-aligned. */
  heads: readonly string[]
  /** Numbers of the columns that a phone has no room for. */
  wideOnly?: readonly number[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** A small table that is read, not walked through. */
export function FiguresTable({ caption, heads, rows, wideOnly = [] }: FiguresTableProps) {
  return (
    <table className="w-full border-collapse text-sm tabular-nums">
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr className="border-b border-rule-strong">
          {heads.map((head, at) => (
            <th
              key={head}
              scope="col"
              className={`px-2 py-1.5 text-soft ${at === 0 ? 'text-left' : 'text-right'} ${wideOnly.includes(at) ? 'max-sm:hidden' : ''}`}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key} className="border-b border-rule last:border-b-0">
            {cells.map((cell, at) =>
              at === 0 ? (
                <th key={heads[at]} scope="row" className="px-2 py-1.5 text-left font-normal">
                  {cell}
                </th>
              ) : (
                <td
                  key={heads[at]}
                  className={`px-2 py-1.5 text-right ${wideOnly.includes(at) ? 'max-sm:hidden' : ''}`}
                >
                  {cell}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
