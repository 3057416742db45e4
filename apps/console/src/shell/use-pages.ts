import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useNow, useStore } from '../api/browser.ts'
import { session } from '../api/client.ts'
import { useMayCall } from '../api/permissions.tsx'
import { useAbout, viewsQuery } from '../api/queries.ts'
import { openingSearch } from '../components/saved-views/saved-views.ts'
import { isOffered, NAV_ITEMS, type NavItem } from './nav-items.ts'

/** The pages that the person may use here, in the order of the navigation. */
export function useNavItems(): readonly NavItem[] {
  const { data: about } = useAbout()
  useStore(session)
  return NAV_ITEMS.filter((item) => isOffered(item, about))
}

/** Returns the search parameters with which the navigation opens a page at a time: those of the view that the role opens a list with. */
function useSearchAt(): (to: NavItem['to'], nowMs: number) => object {
  const { user } = useStore(session)
  const { data } = useQuery({ ...viewsQuery, enabled: useMayCall()('GET /views') })
  return useCallback((to, nowMs) => openingSearch(data ?? [], to.slice(1), user?.role, nowMs), [data, user?.role])
}

/** Returns the search parameters of the links of the navigation. */
export function useOpeningSearch(): (to: NavItem['to']) => object {
  const searchAt = useSearchAt()
  const now = useNow()
  return (to) => searchAt(to, now)
}

/** Returns a function that opens a page as the navigation does. */
export function useOpenPage(): (to: NavItem['to']) => Promise<void> {
  const navigate = useNavigate()
  const searchAt = useSearchAt()
  return useCallback((to) => navigate({ to, search: searchAt(to, Date.now()) as never }), [navigate, searchAt])
}
