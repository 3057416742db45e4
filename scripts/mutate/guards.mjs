import { bankStatements } from './guards/bank-statements.mjs'
import { callbacks } from './guards/callbacks.mjs'
import { clocks } from './guards/clocks.mjs'
import { contradictions } from './guards/contradictions.mjs'
import { dataKeys } from './guards/data-keys.mjs'
import { disputes } from './guards/disputes.mjs'
import { events } from './guards/events.mjs'
import { leases } from './guards/leases.mjs'
import { ledger } from './guards/ledger.mjs'
import { links } from './guards/links.mjs'
import { orders } from './guards/orders.mjs'
import { people } from './guards/people.mjs'
import { proofs } from './guards/proofs.mjs'
import { references } from './guards/references.mjs'
import { refundRows } from './guards/refund-rows.mjs'
import { refunds } from './guards/refunds.mjs'
import { reportedRefunds } from './guards/reported-refunds.mjs'
import { restores } from './guards/restores.mjs'
import { sdk } from './guards/sdk.mjs'
import { settlements } from './guards/settlements.mjs'
import { sharedAccounts } from './guards/shared-accounts.mjs'
import { subscriptions } from './guards/subscriptions.mjs'

/**
 * @typedef {{ file: string, test: string }} NamedTest a test file, and a text of the titles that count
 * @typedef {{ file: string, find: string, replace: string }} Edit a text that occurs once in the file, and what stands there without the guard
 * @typedef {object} Mutation
 * @property {string} name
 * @property {Edit[]} edits
 * @property {NamedTest[]} tests at least one of them goes red
 * @property {string} [shows] a text of the error with which they go red, where no assertion fails: a constraint of the database may be what refuses
 * @property {string} [implied] what holds the same beside it, and why the guard is kept: then nothing goes red, and nothing is tried
 * @typedef {object} Guarantee
 * @property {string} row the beginning of its row in "What it guarantees" of docs/guarantees.md, or what `document` promises
 * @property {string} [document] the document that promises it, when it is not that table
 * @property {string} [rule] the rule of money that it belongs to
 * @property {string} [untouched] why no guard of it is taken away
 * @property {Mutation[]} mutations
 */

/** @type {readonly Guarantee[]} each guarantee, with the guards that hold it */
export const GUARANTEES = [
  ...orders,
  ...links,
  ...subscriptions,
  ...references,
  ...contradictions,
  ...leases,
  ...refunds,
  ...refundRows,
  ...reportedRefunds,
  ...restores,
  ...sharedAccounts,
  ...ledger,
  ...settlements,
  ...bankStatements,
  ...callbacks,
  ...events,
  ...disputes,
  ...people,
  ...proofs,
  ...clocks,
  ...dataKeys,
  ...sdk,
]

/** @type {readonly Mutation[]} those that are tried */
export const MUTATIONS = GUARANTEES.flatMap(({ mutations }) => mutations).filter(({ implied }) => implied === undefined)
