import { Link } from '@tanstack/react-router'
import { useAbout } from '../api/use-about.ts'
import { PLACES } from './places.ts'

/** All places of the console, for the side of a desktop and for the sheet of a phone. */
export function Navigation({ onGo }: { onGo?: () => void }) {
  const { data: about } = useAbout()
  return (
    <nav aria-label="Pages" className="grid gap-4">
      {PLACES.map(({ label, places }) => {
        const shown = places.filter(({ sandbox }) => !sandbox || about?.sandbox === true)
        return (
          shown.length > 0 && (
            <div key={label}>
              <p className="px-3 pb-1 text-xs text-soft">{label}</p>
              <ul>
                {shown.map(({ to, label, Icon }) => (
                  <li key={to}>
                    <Link
                      to={to}
                      {...(onGo ? { onClick: onGo } : {})}
                      activeOptions={{ exact: to === '/', includeSearch: false }}
                      className="flex min-h-10 items-center gap-3 rounded-edge px-3 text-soft hover:bg-brass-wash hover:text-ink aria-[current=page]:bg-brass-wash aria-[current=page]:font-strong aria-[current=page]:text-ink max-lg:min-h-12"
                    >
                      <Icon size={18} strokeWidth={1.6} aria-hidden />
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          )
        )
      })}
    </nav>
  )
}
