type MaybeUndefined<T> = { [Key in keyof T]: undefined extends T[Key] ? Key : never }[keyof T]

/** `T` with its properties that may be undefined as optional properties. */
export type Defined<T> = Omit<T, MaybeUndefined<T>> & { [Key in MaybeUndefined<T>]?: Exclude<T[Key], undefined> }

/** Returns a copy without the properties whose value is undefined, as `exactOptionalPropertyTypes` requires. */
export function defined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Defined<T>
}
