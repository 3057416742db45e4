import { useNavigate, useRouterState } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'

export const SEARCH_ID = 'search'

/** Any id that a person may hold in the hand. Enter looks it up among the orders. */
export function SearchBox() {
  const navigate = useNavigate()
  const asked = useRouterState({ select: ({ location }) => String((location.search as { q?: string }).q ?? '') })
  const [words, setWords] = useState(asked)
  useEffect(() => setWords(asked), [asked])
  return (
    // biome-ignore lint/a11y/useSemanticElements: the element <search> is too young for some readers
    <form
      role="search"
      className="relative min-w-0 flex-1 sm:max-w-md"
      onSubmit={(event) => {
        event.preventDefault()
        const q = words.trim()
        if (q === '') return
        void navigate({ to: '/orders', search: { q } })
      }}
    >
      <label htmlFor={SEARCH_ID} className="unseen">
        Search any id
      </label>
      <Search
        size={16}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-soft"
      />
      <input
        id={SEARCH_ID}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        placeholder="Any id, UTR, …@bank"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        className="min-h-10 w-full rounded-edge border border-rule-strong bg-sheet pr-10 pl-9 placeholder:text-soft"
      />
      <kbd className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 font-mono text-xs text-soft max-lg:hidden">
        /
      </kbd>
    </form>
  )
}
