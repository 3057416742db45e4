import type { ReactNode } from 'react'

interface FiguresTableProps {
  caption: string
  /** The first column names the row; the others are right-aligned numbers. */
  headers: readonly string[]
  /** Indexes of the columns that are hidden on a phone. */
  wideOnly?: readonly number[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** A small static table of numbers. */
export function FiguresTable({ caption, headers, rows, wideOnly = [] }: FiguresTableProps) {
  const hidden = (at: number) => (wideOnly.includes(at) ? 'max-sm:hidden' : '')
  return (
    <table className="w-full border-collapse text-sm tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-rule-strong">
          {headers.map((header, at) => (
            <th
              key={header}
              scope="col"
              className={`px-2 py-1.5 max-sm:px-1 text-soft ${at === 0 ? 'text-left' : 'text-right'} ${hidden(at)}`}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...values] }) => (
          <tr key={key} className="border-b border-rule last:border-b-0">
            <th scope="row" className="px-2 py-1.5 max-sm:px-1 text-left font-normal">
              {name}
            </th>
            {values.map((value, at) => (
              <td key={headers[at + 1]} className={`px-2 py-1.5 max-sm:px-1 text-right ${hidden(at + 1)}`}>
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
