import type { ReactElement, ReactNode } from 'react'
import type { ProductId } from '../products/catalogue.ts'

/** An illustration on a round background. Colours are CSS classes, because the policy forbids inline styles. */
function Illustration({ children, className = '' }: { children: ReactNode; className?: string }): ReactElement {
  return (
    <svg className={`illustration ${className}`} viewBox="0 0 160 160" aria-hidden="true">
      <circle className="ink-wash" cx="80" cy="84" r="70" />
      {children}
    </svg>
  )
}

/** Three lines of steam that rise from this point. */
function Steam({ x, y }: { x: number; y: number }): ReactElement {
  return (
    <g className="ink-steam" transform={`translate(${x} ${y})`}>
      <path d="M-14 0c-6-7 6-11 0-20" />
      <path d="M0-3c-6-8 6-12 0-22" />
      <path d="M14 0c-6-7 6-11 0-20" />
    </g>
  )
}

/** A clay cup with its rim at y = 0. */
function Kulhad({ full = false }: { full?: boolean }): ReactElement {
  return (
    <g>
      <path
        className="ink-clay"
        d="M-26 0C-26 18-19 26-18 36-17 47-15 52-11 54H11C15 52 17 47 18 36 19 26 26 18 26 0Z"
      />
      <path className="ink-line" d="M-22 19C-10 24 10 24 22 19M-18.5 34C-8 38 8 38 18.5 34" />
      <ellipse className="ink-clay-deep" cx="0" cy="0" rx="26" ry="8" />
      {full && <ellipse className="ink-brew" cx="0" cy="1.5" rx="21" ry="5.5" />}
    </g>
  )
}

function AssamTin() {
  return (
    <Illustration>
      <rect className="ink-brass" x="71" y="30" width="18" height="10" rx="3" />
      <rect className="ink-brass" x="42" y="40" width="76" height="16" rx="4" />
      <path className="ink-brew" d="M46 56H114V130a6 6 0 0 1-6 6H52a6 6 0 0 1-6-6Z" />
      <path className="ink-cream" d="M46 70H114V118H46Z" />
      <path className="ink-line" d="M46 75H114M46 113H114" />
      <path className="ink-leaf" d="M80 108C64 108 57 98 57 86 71 87 79 95 80 108Z" />
      <path className="ink-leaf" d="M80 108C96 108 103 98 103 86 89 87 81 95 80 108Z" />
      <path className="ink-leaf-deep" d="M80 103C74 96 75 86 80 80 85 86 86 96 80 103Z" />
    </Illustration>
  )
}

const PETALS = [0, 45, 90, 135, 180, 225, 270, 315]

function ChaiGlass() {
  return (
    <Illustration>
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
    </Illustration>
  )
}

function DarjeelingPouch() {
  return (
    <Illustration>
      <path className="ink-cream" d="M50 46H110L116 134a2 2 0 0 1-2 2H46a2 2 0 0 1-2-2Z" />
      <circle className="ink-brass" cx="97" cy="72" r="10" />
      <path className="ink-leaf" d="M46.4 100L64 80 76 93 90 72 112.5 97 114 118H45Z" />
      <path className="ink-cream" d="M90 72L82.5 83 87 86 91 82 95.5 86 99 82Z" />
      <path
        className="ink-leaf-deep"
        d="M45.2 116C58 104 68 106 80 113 92 120 104 112 114 108L116 134a2 2 0 0 1-2 2H46a2 2 0 0 1-2-2Z"
      />
      <path className="ink-shine" d="M54 128C62 120 70 122 78 126M88 129C96 126 102 122 108 120" />
      <path className="ink-brass" d="M48 32H112V46H48Z" />
      <path className="ink-line" d="M54 39H106" />
    </Illustration>
  )
}

function Kulhads() {
  return (
    <Illustration>
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
    </Illustration>
  )
}

/** One for each product, hidden from screen readers: the product's name is beside it. */
export const PRODUCT_ILLUSTRATIONS: { readonly [Id in ProductId]: () => ReactElement } = {
  assam: AssamTin,
  masala: ChaiGlass,
  darjeeling: DarjeelingPouch,
  kulhad: Kulhads,
}

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

/** The shop's counter: biscuit jar, kettle, and glasses of tea. */
export function CounterIllustration() {
  return (
    <svg className="illustration illustration-wide" viewBox="0 0 420 132" aria-hidden="true">
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

export function EmptyCup() {
  return (
    <Illustration className="illustration-small">
      <g transform="translate(80 60) scale(1.3)">
        <Kulhad />
      </g>
    </Illustration>
  )
}

export function HotCup() {
  return (
    <Illustration className="illustration-small">
      <Steam x={80} y={52} />
      <g transform="translate(80 72) scale(1.2)">
        <Kulhad full />
      </g>
    </Illustration>
  )
}

/** The shop's logo: a full cup. */
export function Logo() {
  return (
    <svg className="logo" viewBox="-32 -14 64 74" aria-hidden="true">
      <Kulhad full />
    </svg>
  )
}
