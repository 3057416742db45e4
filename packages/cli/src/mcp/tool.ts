import type { ApiKeyScope } from '@galla/contract/gateway-api/api-keys'
import { z } from 'zod'
import type { Found } from './answer.ts'

/** A tool that an agent may call. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly title: string
  /** The result of the tool, described for the agent that chooses between tools. */
  readonly description: string
  readonly input: Input
  /** The scope that the key needs; a tool that the key may not use is not offered. */
  readonly scope?: ApiKeyScope
  /** The tool changes something: a refund is requested, or the sandbox is steered. */
  readonly changes?: true
  run(input: z.output<Input>): Found | Promise<Found>
}

/** Keeps the type of the input while the tool stands in a list of tools. */
export const tool = <Input extends z.ZodObject>(one: Tool<Input>): Tool => one as unknown as Tool

const MAX_ROWS = 100

/** Ids of orders and refunds: what the gateway has generated or accepted. */
export const ID = z.string().regex(/^[\w:-]{1,100}$/, 'must be an id: letters, digits, _, - and :')
export const PAGE = {
  limit: z.number().int().min(1).max(MAX_ROWS).default(20).describe(`Rows of the page, 1 to ${MAX_ROWS}`),
  after: z.string().max(500).optional().describe('`next` of the page before, with the same filters'),
}
const TIME = z.iso.datetime({ offset: true, error: 'must be a time with its zone: 2026-11-29T10:00:00+05:30' })
export const SPAN = {
  from: TIME.optional().describe('Created at this time or later, as ISO 8601 with a zone'),
  to: TIME.optional().describe('Created before this time, as ISO 8601 with a zone'),
}

/** The query of a list: times in epoch milliseconds. */
export function listQuery<Query extends { from?: string | undefined; to?: string | undefined }>({
  from,
  to,
  ...query
}: Query) {
  const msOf = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time))
  return { ...query, fromMs: msOf(from), toMs: msOf(to) }
}
