import { Kulhad, Steam } from './drawing.tsx'

const GLASSES = [262, 300, 338]
const BISCUITS = [
  [30, 96],
  [50, 96],
  [40, 82],
  [58, 81],
  [24, 80],
  [49, 67],
  [31, 66],
] as const

/** What stands on the stall's counter: the biscuit jar, the kettle, and the first glasses of the morning. */
export function CounterTop() {
  return (
    <svg className="drawing drawing-wide" viewBox="0 0 420 132" aria-hidden="true">
      <path className="ink-glass" d="M14 48H68a6 6 0 0 1 6 6V102a6 6 0 0 1-6 6H14a6 6 0 0 1-6-6V54a6 6 0 0 1 6-6Z" />
      {BISCUITS.map(([x, y]) => (
        <circle key={`${x} ${y}`} className="ink-foam-line" cx={x} cy={y} r="9" />
      ))}
      <rect className="ink-clay" x="14" y="34" width="54" height="14" rx="4" />
      <path className="ink-wire" d="M136 62C136 18 206 18 206 62" />
      <path className="ink-brass" d="M128 84L98 58 108 50 136 72Z" />
      <path
        className="ink-brass"
        d="M124 76C124 62 142 56 171 56 200 56 218 62 218 76 218 96 212 108 202 108H140C130 108 124 96 124 76Z"
      />
      <path className="ink-brass" d="M148 56C148 48 194 48 194 56Z" />
      <circle className="ink-clay" cx="171" cy="46" r="5" />
      <path className="ink-shine" d="M138 78C138 90 142 98 148 101" />
      <Steam x={90} y={44} />
      {GLASSES.map((x) => (
        <g key={x} transform={`translate(${x} 66)`}>
          <path className="ink-glass" d="M-15 0H15L11 40a2 2 0 0 1-2 2H-9a2 2 0 0 1-2-2Z" />
          <path className="ink-brew" d="M-14 9H14L10.5 38H-10.5Z" />
        </g>
      ))}
      <Steam x={300} y={56} />
      <g transform="translate(386 68) scale(0.74)">
        <Kulhad full />
      </g>
      <rect className="ink-wood" x="0" y="108" width="420" height="14" rx="3" />
    </svg>
  )
}
