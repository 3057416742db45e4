import type { ReactNode } from 'react'

/** The messages of another language for English ones: the same names, with the same values. */
export type Translated<English> = {
  readonly [Name in keyof English]: English[Name] extends (...values: infer Values) => infer Text
    ? (...values: Values) => Text extends string ? string : readonly ReactNode[]
    : English[Name] extends string
      ? string
      : Translated<English[Name]>
}

/** A number with Indian grouping: `1,23,456`. */
export const count = (value: number): string => value.toLocaleString('en-IN')
