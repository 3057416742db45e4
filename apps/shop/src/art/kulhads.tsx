import { Drawing, Kulhad, Steam } from './drawing.tsx'

export function Kulhads() {
  return (
    <Drawing>
      <g transform="translate(50 70) scale(0.82)">
        <Kulhad />
      </g>
      <g transform="translate(112 70) scale(0.82)">
        <Kulhad />
      </g>
      <Steam x={81} y={64} />
      <g transform="translate(81 84)">
        <Kulhad full />
      </g>
    </Drawing>
  )
}
