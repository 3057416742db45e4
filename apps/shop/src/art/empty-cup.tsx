import { Drawing, Kulhad } from './drawing.tsx'

export function EmptyCup() {
  return (
    <Drawing className="drawing-small">
      <g transform="translate(80 60) scale(1.3)">
        <Kulhad />
      </g>
    </Drawing>
  )
}
