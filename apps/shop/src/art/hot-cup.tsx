import { Drawing, Kulhad, Steam } from './drawing.tsx'

export function HotCup() {
  return (
    <Drawing className="drawing-small">
      <Steam x={80} y={52} />
      <g transform="translate(80 72) scale(1.2)">
        <Kulhad full />
      </g>
    </Drawing>
  )
}
