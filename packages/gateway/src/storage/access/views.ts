import type { Role } from '@galla/contract/gateway-api/roles'
import type { SavedView } from '@galla/contract/gateway-api/views'
import type { Queries } from '../database.ts'
import { withoutNulls } from '../orders/orders.ts'

/** A row of `galla.views` with the name of its owner and its roles. */
export interface ViewRow extends SavedView {
  readonly ownerId: string
}

/** Until the transaction ends, nobody else changes a view: names and numbers of views can be compared. Readers do not wait. */
export async function lockViews(tx: Queries): Promise<void> {
  await tx.query({ text: 'lock table galla.views in share row exclusive mode' })
}

/** The shared views and those of a person, by name. They are few. */
export async function viewsSeenBy(on: Queries, userId: string): Promise<ViewRow[]> {
  const { rows } = await on.query<object>({
    name: 'views-seen-by',
    text: `select v."viewId", v."ownerId", v."shared", v."list", v."name", v."search", v."days", u."name" as "savedBy",
        array(select r."role" from galla.view_roles r where r."viewId" = v."viewId" order by 1) as "opensFor"
      from galla.views v join galla.users u on u."userId" = v."ownerId"
      where v."shared" or v."ownerId" = $1
      order by lower(v."name"), v."viewId"`,
    values: [userId],
  })
  return rows.map((row) => withoutNulls<ViewRow>(row))
}

/** True when another view of the list has the name: another shared one, or another own one of the person. The case of letters does not count. */
export async function isNameTaken(
  tx: Queries,
  { viewId, ownerId, list, name, shared }: Pick<ViewRow, 'viewId' | 'ownerId' | 'list' | 'name' | 'shared'>,
): Promise<boolean> {
  const { rows } = await tx.query({
    text: `select from galla.views where "list" = $1 and lower("name") = lower($2) and "shared" = $3 and ("shared" or "ownerId" = $4) and "viewId" <> $5`,
    values: [list, name, shared, ownerId, viewId],
  })
  return rows.length > 0
}

export async function insertView(
  tx: Queries,
  { viewId, ownerId, list, name, search, days }: Omit<ViewRow, 'shared' | 'savedBy' | 'opensFor'>,
): Promise<void> {
  await tx.query({
    text: 'insert into galla.views ("viewId", "ownerId", "list", "name", "search", "days") values ($1, $2, $3, $4, $5, $6)',
    values: [viewId, ownerId, list, name, JSON.stringify(search), days],
  })
}

/** Saves the name of a view, and that it is shared. */
export async function updateView(
  tx: Queries,
  { viewId, name, shared }: Pick<ViewRow, 'viewId' | 'name' | 'shared'>,
): Promise<void> {
  await tx.query({
    text: 'update galla.views set "name" = $2, "shared" = $3 where "viewId" = $1',
    values: [viewId, name, shared],
  })
}

/** Deletes a view: lists are opened with it for no role any more. */
export async function deleteView(tx: Queries, viewId: string): Promise<void> {
  await tx.query({ text: 'delete from galla.views where "viewId" = $1', values: [viewId] })
}

/** Lists are opened with a view for these roles, and for no others. Other views of its list lose these roles. */
export async function saveViewRoles(
  tx: Queries,
  { viewId, list }: Pick<ViewRow, 'viewId' | 'list'>,
  roles: readonly Role[],
): Promise<void> {
  await tx.query({
    text: 'delete from galla.view_roles where "list" = $2 and ("viewId" = $1 or "role" = any ($3::text[]))',
    values: [viewId, list, roles],
  })
  await tx.query({
    text: `insert into galla.view_roles ("viewId", "list", "role") select $1, $2, r."role" from unnest($3::text[]) as r("role")`,
    values: [viewId, list, roles],
  })
}
