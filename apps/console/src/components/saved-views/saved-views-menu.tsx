import type { ViewList } from '@galla/contract/gateway-api/views'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { useNow } from '../../api/browser.ts'
import { viewsQuery } from '../../api/queries.ts'
import { part } from '../lazy.tsx'
import { Menu, type MenuItem } from '../menu.tsx'
import { isSame, viewWords as t, viewOf } from './saved-views.ts'

const ViewsDialog = part(() => import('./views-dialog.tsx').then(({ ViewsDialog }) => ViewsDialog), { floating: true })

interface MenuWithViewsProps {
  list: ViewList
  /** The other items. */
  menu: readonly MenuItem[]
}

/** The menu of a list whose filters, columns and days can be named and applied again. */
export function MenuWithViews({ list, menu }: MenuWithViewsProps) {
  const now = useNow()
  const search: { readonly [param: string]: string | undefined } = useSearch({ strict: false })
  const [open, setOpen] = useState(false)
  const { data: views = [] } = useQuery(viewsQuery)
  const shown = viewOf(list, search, now)
  const current = views.find((view) => view.list === list && isSame(view, shown, now))
  const item: MenuItem = {
    label: current ? t.view(current.name) : t.views,
    Icon: Bookmark,
    onPress: () => setOpen(true),
  }
  return (
    <>
      <Menu items={[item, ...menu]} />
      {open && <ViewsDialog list={list} shown={shown} onClose={() => setOpen(false)} />}
    </>
  )
}
