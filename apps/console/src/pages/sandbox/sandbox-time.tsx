import { momentText } from '../../lib/when.ts'

/** A moment of the sandbox's own time: how long ago it was by this machine's says nothing. */
export function SandboxTime({ atMs }: { atMs: number }) {
  return (
    <time dateTime={new Date(atMs).toISOString()} className="whitespace-nowrap tabular-nums">
      {momentText(atMs)}
    </time>
  )
}
