import { useDesk } from '../../session/use-session.ts'
import { useWords } from '../../words/use-words.tsx'

/** The UPI apps that may be on this phone. */
export function AppList({ apps }: { apps: { id: string; name: string }[] }) {
  const words = useWords()
  const { act, state } = useDesk()
  const open = (targetApp: string) => {
    if (state.sending) return
    void act((client) => client.call('POST /attempts', { paymentMode: { type: 'UPI_INTENT', targetApp } }))
  }
  return (
    <div className="stack">
      <p className="soft" id="apps">
        {words.chooseApp}
      </p>
      <ul className="tiles" aria-labelledby="apps">
        {apps.map(({ id, name }) => (
          <li key={id}>
            <button type="button" className="tile" aria-disabled={state.sending || undefined} onClick={() => open(id)}>
              <span className="initial" aria-hidden="true">
                {name.slice(0, 1)}
              </span>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
