import type { en, Words } from './en.ts'

/** The names in braces of a sentence: `{amount}`. */
type Holes<Text> = Text extends `${string}{${infer Hole}}${infer Rest}` ? Hole | Holes<Rest> : never

/** Sentences with something to fill in. */
type Fillable = { [Key in keyof typeof en]: Holes<(typeof en)[Key]> extends never ? never : Key }[keyof typeof en]

/** A sentence with its names in braces filled in; a translator may put them in any order. */
export function fill<Key extends Fillable>(
  words: Words,
  key: Key,
  values: { readonly [Hole in Holes<(typeof en)[Key]>]: string },
): string {
  const known: { readonly [hole: string]: string } = values
  return words[key].replace(/\{(\w+)\}/g, (hole, name: string) => known[name] ?? hole)
}
