import type { ValueCheck } from '../value-checks.ts'

/** An environment variable of `galla gateway`. */
export interface Variable {
  readonly name: string
  readonly description: string
  readonly default?: string
  readonly required?: true
  /** Without it something is less protected, so an empty value is refused: it may be one that nobody filled in. */
  readonly protects?: true
  /** Can also be read from the file that `…_FILE` names. Its value is never printed. */
  readonly secret?: true
  /** Variable that names a program whose output is the value. */
  readonly command?: string
  /** Entries that have neither commas nor white space, separated by both. Any other value is used character by character. */
  readonly list?: true
  /** Variable without which this one has no effect. */
  readonly needs?: string
  readonly check?: ValueCheck
}
