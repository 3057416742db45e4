import { readFileSync } from 'node:fs'
import type { Door } from './official.ts'

/** A call as the wire's vectors describe it. */
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

/** Every method of both clients, with every instrument, once with the least and once with all that it can carry. */
export const CALLS: readonly CallCase[] = [
  ...readWire<CallCase>('standard-checkout'),
  ...readWire<CallCase>('custom-checkout'),
]

/** Makes the call through either package, as its users do. */
export function makeCall(door: Door, client: object, { call: { method, args, request } }: CallCase): Promise<object> {
  const verb = (client as { [name: string]: (...given: unknown[]) => Promise<object> })[method]
  if (!verb) throw new TypeError(`No method ${method}`)
  return verb(...(request ? [buildRequest(door, request)] : (args ?? [])))
}

/** One setter a field, not chained: one official setter gives nothing back. */
export function buildRequest(door: Door, { builder: path, fields }: { builder: string; fields: Fields }): unknown {
  const [className = '', factory] = path.split('.')
  const named = (door as unknown as { [name: string]: { [factory: string]: () => Builder } & (new () => Builder) })[
    className
  ]
  if (!named) throw new TypeError(`No class ${className}`)
  return filled(factory ? (named[factory]?.() as Builder) : new named(), fields, (name, value) =>
    argumentOf(door, name, value),
  )
}

function argumentOf(door: Door, name: string, value: unknown): unknown {
  const builderOf = (one: { builder(): unknown }) => one.builder() as Builder
  if (name === 'metaInfo') return filled(builderOf(door.MetaInfo), value as Fields)
  if (name === 'prefillUserLoginDetails') return filled(builderOf(door.PrefillUserLoginDetails), value as Fields)
  if (name === 'constraints') return (value as Fields[]).map((one) => filled(builderOf(door.AccountConstraint), one))
  return value
}

function filled(builder: Builder, fields: Fields, argument: (name: string, value: unknown) => unknown = (_, it) => it) {
  for (const [name, value] of Object.entries(fields)) builder[name]?.(argument(name, value))
  return builder.build()
}
