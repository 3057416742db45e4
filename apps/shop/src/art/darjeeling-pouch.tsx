import { Drawing } from './drawing.tsx'

export function DarjeelingPouch() {
  return (
    <Drawing>
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
    </Drawing>
  )
}
