import { type ReactElement, useId } from 'react'
import type { Words } from '../words/en.ts'

export interface AppTilesProps {
  words: Words
  /** `lang`: of the name, where it is not the page's. `initial`: what stands before it; default its first letter. */
  apps: readonly { readonly id: string; readonly name: string; readonly lang?: string; readonly initial?: string }[]
  busy: boolean
  onApp: (id: string) => void
}

/** The UPI apps that may be on this phone. */
export function AppTiles({ words, apps, busy, onApp }: AppTilesProps): ReactElement {
  const id = useId()
  return (
    <div className="galla-stack">
      <p className="galla-soft" id={id}>
        {words.chooseApp}
      </p>
      <ul className="galla-tiles" aria-labelledby={id}>
        {apps.map((app) => (
          <li key={app.id}>
            <button
              type="button"
              className="galla-tile"
              aria-disabled={busy || undefined}
              onClick={() => {
                if (!busy) onApp(app.id)
              }}
            >
              <span className="galla-initial" aria-hidden="true">
                {app.initial ?? app.name.slice(0, 1)}
              </span>
              <span lang={app.lang}>{app.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
