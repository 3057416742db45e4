import type { z } from 'zod'

type Part<Route, Name extends string> = Route extends { readonly [Key in Name]: infer Value } ? Value : undefined

/** What a route's handler is called with; query and body are checked by then. */
interface AskedOf<On, WireStatus> {
  readonly desk: On
  readonly params: { readonly [name: string]: string }
  readonly query: Part<WireStatus, 'query'>
  readonly body: Part<WireStatus, 'body'>
}

type Checked<Route, Name extends string> = Route extends { readonly [Key in Name]: infer Value }
  ? { readonly [Key in Name]: z.ZodType<Value> }
  : { readonly [Key in Name]?: undefined }

/** One route: what it takes, and how it answers. A route with a query or a body has a schema for it, by type. */
export type RouteOf<On, WireStatus extends { reply: unknown }> = Checked<WireStatus, 'query'> &
  Checked<WireStatus, 'body'> & { answer(asked: AskedOf<On, WireStatus>): WireStatus['reply'] | Promise<WireStatus['reply']> }
