import { Fragment, type ReactElement } from 'react'

/** A list of names and values. */
export function Terms({ rows }: { rows: readonly (readonly [name: string, value: string] | false)[] }): ReactElement {
  return (
    <dl className="galla-terms">
      {rows.map(
        (row) =>
          row && (
            <Fragment key={row[0]}>
              <dt>{row[0]}</dt>
              <dd>{row[1]}</dd>
            </Fragment>
          ),
      )}
    </dl>
  )
}
