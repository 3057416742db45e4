import type { CallOptions, Method } from '../options.ts'

/** A resource whose code is loaded with the first call: a client that only takes payments never loads it. */
export function lazy<Resource extends object>(load: () => Promise<Resource>, names: string): Resource {
  let loading: Promise<Resource> | undefined
  const method = (name: string) => async (input: object, options?: CallOptions) => {
    loading ??= load()
    return ((await loading)[name as keyof Resource] as Method<object, unknown>)(input, options)
  }
  return Object.fromEntries(names.split(' ').map((name) => [name, method(name)])) as never
}
