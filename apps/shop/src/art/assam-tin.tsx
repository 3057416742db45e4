import { Drawing } from './drawing.tsx'

export function AssamTin() {
  return (
    <Drawing>
      <rect className="ink-brass" x="71" y="30" width="18" height="10" rx="3" />
      <rect className="ink-brass" x="42" y="40" width="76" height="16" rx="4" />
      <path className="ink-brew" d="M46 56H114V130a6 6 0 0 1-6 6H52a6 6 0 0 1-6-6Z" />
      <path className="ink-cream" d="M46 70H114V118H46Z" />
      <path className="ink-line" d="M46 75H114M46 113H114" />
      <path className="ink-leaf" d="M80 108C64 108 57 98 57 86 71 87 79 95 80 108Z" />
      <path className="ink-leaf" d="M80 108C96 108 103 98 103 86 89 87 81 95 80 108Z" />
      <path className="ink-leaf-deep" d="M80 103C74 96 75 86 80 80 85 86 86 96 80 103Z" />
    </Drawing>
  )
}
