import { readFileSync } from 'node:fs'
import type { CompatApi } from './official.ts'

/** A call of the wire vectors. */
export interface CallCase {
  readonly name: string
  readonly client: ClientKind
  readonly call: {
    readonly method: Method
    readonly args?: readonly unknown[]
    readonly request?: { readonly builder: string; readonly fields: Fields }
  }
}

export type ClientKind = 'standard' | 'custom'
export type Method = 'pay' | 'createSdkOrder' | 'getOrderStatus' | 'getTransactionStatus' | 'refund' | 'getRefundStatus'
type Fields = { readonly [name: string]: unknown }
type Builder = { [setter: string]: (value: unknown) => unknown } & { build(): unknown }

const WIRE = new URL('../../../../contract/vectors/wire/', import.meta.url)

export function readWire<Case>(name: string): readonly Case[] {
  return JSON.parse(readFileSync(new URL(`${name}.json`, WIRE), 'utf8')).cases
}

/** Every method of both clients with every instrument, with required fields only and with all fields. */
export const CALLS: readonly CallCase[] = [
  ...readWire<CallCase>('standard-checkout'),
  ...readWire<CallCase>('custom-checkout'),
]

/** Makes the call with either package, as its users do. */
export function makeCall(
  api: CompatApi,
  client: object,
  { call: { method, args, request } }: CallCase,
): Promise<object> {
  const send = (client as { [name: string]: (...given: unknown[]) => Promise<object> })[method]
  if (!send) throw new TypeError(`No method ${method}`)
  return send(...(request ? [buildRequest(api, request)] : (args ?? [])))
}

/** Calls one setter per field without chaining, since one official setter returns nothing. */
export function buildRequest(api: CompatApi, { builder: path, fields }: { builder: string; fields: Fields }): unknown {
  const [className = '', factory] = path.split('.')
  const named = (api as unknown as { [name: string]: { [factory: string]: () => Builder } & (new () => Builder) })[
    className
  ]
  if (!named) throw new TypeError(`No class ${className}`)
  return fill(factory ? (named[factory]?.() as Builder) : new named(), fields, (name, value) =>
    argumentOf(api, name, value),
  )
}

function argumentOf(api: CompatApi, name: string, value: unknown): unknown {
  const builderOf = (one: { builder(): unknown }) => one.builder() as Builder
  if (value === null) return value
  if (name === 'metaInfo') return fill(builderOf(api.MetaInfo), value as Fields)
  if (name === 'prefillUserLoginDetails') return fill(builderOf(api.PrefillUserLoginDetails), value as Fields)
  if (name === 'constraints') return (value as Fields[]).map((one) => fill(builderOf(api.AccountConstraint), one))
  return value
}

function fill(builder: Builder, fields: Fields, argument: (name: string, value: unknown) => unknown = (_, it) => it) {
  for (const [name, value] of Object.entries(fields)) builder[name]?.(argument(name, value))
  return builder.build()
}
