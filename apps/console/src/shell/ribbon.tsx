import { useAbout } from '../api/use-about.ts'

/** Where one is, so that nobody refunds real money by way of trial: an ink bar for production, paper stripes for the sandbox. */
export function Ribbon() {
  const { data: about } = useAbout()
  if (!about) return <div className="sticky top-0 z-30 h-(--ribbon) border-b border-rule bg-paper" />
  const real = about.environment === 'PRODUCTION'
  return (
    <section
      aria-label="Environment"
      className={`sticky top-0 z-30 flex h-(--ribbon) items-center gap-3 overflow-hidden px-4 text-xs whitespace-nowrap ${
        real ? 'bg-ink text-sheet' : 'stripes border-b-2 border-dashed border-brass'
      }`}
    >
      <strong>{about.environment}</strong>
      <span className="truncate">{real ? 'Real money moves here.' : 'Play money: nothing here reaches a bank.'}</span>
      <span className="ml-auto truncate max-sm:hidden">{about.providerHost}</span>
    </section>
  )
}
