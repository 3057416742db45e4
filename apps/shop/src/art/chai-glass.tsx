import { Drawing, Steam } from './drawing.tsx'

const PETALS = [0, 45, 90, 135, 180, 225, 270, 315]

export function ChaiGlass() {
  return (
    <Drawing>
      <Steam x={80} y={44} />
      <path className="ink-glass" d="M50 54H110L101 132a5 5 0 0 1-5 4.5H64a5 5 0 0 1-5-4.5Z" />
      <path className="ink-brew" d="M52 70H108L101.5 127a4 4 0 0 1-4 3.5H62.5a4 4 0 0 1-4-3.5Z" />
      <path className="ink-foam" d="M52 70H108L107.2 77C100 80 96 75 90 78 84 81 78 75 71 78 64 81 60 76 52.8 77Z" />
      <path className="ink-shine" d="M66 86L69 122M80 88V122M94 86L91 122" />
      <path className="ink-leaf" d="M24 128C26 118 38 114 46 120 44 130 32 135 24 128Z" />
      <path className="ink-line" d="M27 127C33 125 38 123 44 121" />
      <g transform="translate(122 122)">
        {PETALS.map((turn) => (
          <path key={turn} className="ink-clay" transform={`rotate(${turn})`} d="M0 0C-5-4-4-12 0-16 4-12 5-4 0 0Z" />
        ))}
        <circle className="ink-brew" r="3.5" />
      </g>
    </Drawing>
  )
}
