import { Fragment } from 'react'

/** An event's own name, which may be broken behind its dots. */
export function EventName({ event }: { event: string }) {
  return event.split('.').map((part, at, parts) => (
    <Fragment key={parts.slice(0, at + 1).join('.')}>
      {part}
      {at < parts.length - 1 && (
        <>
          .<wbr />
        </>
      )}
    </Fragment>
  ))
}
