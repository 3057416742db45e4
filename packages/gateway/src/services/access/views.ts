import { randomBytes } from 'node:crypto'
import type { PlainAuditAction } from '@galla/contract/gateway-api/audit-actions'
import { ROLES, type Role } from '@galla/contract/gateway-api/roles'
import { MAX_VIEW_NAME, MAX_VIEWS, type SavedView, type SaveView } from '@galla/contract/gateway-api/views'
import type { GatewayContext } from '../../context.ts'
import { isStorable } from '../../domain/privacy/masking.ts'
import { printableName } from '../../domain/visible-text.ts'
import { GatewayError, invalid } from '../../errors.ts'
import { type NewAuditEntry, writeAudit } from '../../storage/access/audit.ts'
import {
  deleteView,
  insertView,
  isNameTaken,
  lockViews,
  saveViewRoles,
  updateView,
  type ViewRow,
  viewsSeenBy,
} from '../../storage/access/views.ts'
import type { Queries } from '../../storage/database.ts'

type Context = Pick<GatewayContext, 'database' | 'clock' | 'actor'>

/** Whose view a call is about: an own one of the person, or one that everybody sees. */
export type Sharing = 'own' | 'shared'

/** The shared views and the own ones of a person, by name. */
export const viewsFor = async ({ database }: Pick<Context, 'database'>, userId: string): Promise<SavedView[]> =>
  (await viewsSeenBy(database, userId)).map(viewOf)

const viewOf = ({ ownerId: _, ...view }: ViewRow): SavedView => view

/** Saves an own view. @throws GatewayError INVALID_REQUEST */
export function saveView({ database }: Context, userId: string, given: SaveView): Promise<SavedView> {
  const viewId = `view_${randomBytes(9).toString('base64url')}`
  const row = { ...given, name: checkName(given.name), viewId, ownerId: userId }
  return change({ database }, userId, async (tx, views) => {
    await checkPlace(tx, views, { ...row, shared: false })
    await insertView(tx, row)
    return row.viewId
  })
}

/** Renames a view. @throws GatewayError INVALID_REQUEST, NOT_FOUND */
export function renameView(context: Context, userId: string, sharing: Sharing, viewId: string, given: string) {
  const name = checkName(given)
  return change(context, userId, async (tx, views) => {
    const view = find(views, sharing, viewId)
    await checkUnique(tx, { ...view, name })
    await updateView(tx, { ...view, name })
    await note(context, tx, { ...view, name }, 'renamed', { before: { name: view.name }, after: { name } })
    return viewId
  })
}

/** Everybody sees an own view from now on. @throws GatewayError INVALID_REQUEST, NOT_FOUND */
export function shareView(context: Context, userId: string, viewId: string): Promise<SavedView> {
  return change(context, userId, async (tx, views) => {
    const view = { ...find(views, 'own', viewId), shared: true }
    await checkPlace(tx, views, view)
    await updateView(tx, view)
    await note(context, tx, view, 'shared')
    return viewId
  })
}

/** The navigation opens the list with a shared view for these roles. @throws GatewayError NOT_FOUND */
export function openViewFor(context: Context, userId: string, viewId: string, given: readonly Role[]) {
  const roles = ROLES.filter((role) => given.includes(role))
  return change(context, userId, async (tx, views) => {
    const view = find(views, 'shared', viewId)
    await saveViewRoles(tx, view, roles)
    await note(context, tx, view, 'chose who opens the list with it', {
      before: { roles: view.opensFor.join(' ') },
      after: { roles: roles.join(' ') },
    })
    return viewId
  })
}

/** Deletes a view. @throws GatewayError NOT_FOUND */
export async function removeView(context: Context, userId: string, sharing: Sharing, viewId: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    await lockViews(tx)
    const view = find(await viewsSeenBy(tx, userId), sharing, viewId)
    await deleteView(tx, viewId)
    await note(context, tx, view, 'deleted')
  })
}

/** Changes a view while nobody else changes one. @returns the view as it is then */
function change(
  { database }: Pick<Context, 'database'>,
  userId: string,
  work: (tx: Queries, views: readonly ViewRow[]) => Promise<string>,
): Promise<SavedView> {
  return database.transaction(async (tx) => {
    await lockViews(tx)
    const viewId = await work(tx, await viewsSeenBy(tx, userId))
    const changed = (await viewsSeenBy(tx, userId)).find((view) => view.viewId === viewId)
    if (!changed) throw notFound()
    return viewOf(changed)
  })
}

const notFound = () => new GatewayError('NOT_FOUND', 'The view does not exist any more')

const isOf = (sharing: Sharing, { shared }: Pick<ViewRow, 'shared'>): boolean => shared === (sharing === 'shared')

function find(views: readonly ViewRow[], sharing: Sharing, viewId: string): ViewRow {
  const view = views.find((one) => one.viewId === viewId && isOf(sharing, one))
  if (!view) throw notFound()
  return view
}

function checkName(given: string): string {
  const name = printableName(given)
  if (name === undefined || name.length > MAX_VIEW_NAME || !isStorable(name))
    throw invalid('name', `must be 1 to ${MAX_VIEW_NAME} printable characters`)
  return name
}

type Placed = Pick<ViewRow, 'viewId' | 'ownerId' | 'list' | 'name' | 'shared'>

async function checkUnique(tx: Queries, view: Placed): Promise<void> {
  if (await isNameTaken(tx, view))
    throw invalid('name', `belongs to another ${view.shared ? 'shared view' : 'view'} of the list`)
}

/** A view joins the shared ones, or the own ones. */
async function checkPlace(tx: Queries, views: readonly ViewRow[], view: Placed): Promise<void> {
  await checkUnique(tx, view)
  if (views.filter(({ shared }) => shared === view.shared).length >= MAX_VIEWS)
    throw invalid(
      'view',
      `is one too many: delete one of the ${MAX_VIEWS} ${view.shared ? 'shared' : 'own'} views first`,
    )
}

/** Adds an entry to the audit log. Own views are nobody else's business. */
async function note(
  { clock, actor }: Context,
  tx: Queries,
  { viewId, name, list, shared }: Placed,
  what: PlainAuditAction,
  change: Pick<NewAuditEntry, 'before' | 'after'> = {},
): Promise<void> {
  if (!shared) return
  const entry = { atMs: clock.now(), what, kind: 'view', id: viewId, detail: `${list}: ${name}`, ...change } as const
  await writeAudit({ database: tx, actor }, entry)
}
