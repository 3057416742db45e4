type Part<Route, Name extends string> = Route extends { readonly [Key in Name]: infer Value } ? Value : never

type ParamNames<Key> = Key extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Key extends `${string}:${infer Name}`
    ? Name
    : never

type Given<Name extends string, Value> = [Value] extends [never]
  ? { readonly [Key in Name]?: never }
  : { readonly [Key in Name]: Value }

/** Queries are all text, and a field of theirs may also be undefined: it is left out. */
type Query<Value> = [Value] extends [never] ? never : { readonly [Name in keyof Value]: Value[Name] | undefined }

type Input<Routes, Key extends keyof Routes> = Given<
  'params',
  [ParamNames<Key>] extends [never] ? never : { readonly [Name in ParamNames<Key>]: string }
> &
  Given<'body', Part<Routes[Key], 'body'>> & { readonly signal?: AbortSignal | undefined } & ([
    Part<Routes[Key], 'query'>,
  ] extends [never]
    ? { readonly query?: never }
    : object extends Part<Routes[Key], 'query'>
      ? { readonly query?: Query<Part<Routes[Key], 'query'>> }
      : { readonly query: Query<Part<Routes[Key], 'query'>> })

/** What a route must be called with: nothing, where it takes nothing. */
export type Arguments<Routes, Key extends keyof Routes> =
  object extends Input<Routes, Key> ? [input?: Input<Routes, Key>] : [input: Input<Routes, Key>]

export type Reply<Routes, Key extends keyof Routes> = Part<Routes[Key], 'reply'>
