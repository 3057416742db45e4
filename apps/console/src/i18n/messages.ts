import { createElement, Fragment, type ReactNode } from 'react'
import { hindi } from './language.ts'

/** A sentence, a sentence with values, or the parts of a sentence around elements, which `phrase` draws. */
type Message = string | ((...values: never[]) => string | readonly ReactNode[])

/** The messages of one topic, in groups where the topic has some. */
interface Messages {
  readonly [name: string]: Message | Messages
}

/**
 * Returns the messages of a topic in the language of the document.
 * @param topic name of the messages, such as `orders/list`; the Hindi messages have the same name
 * @param english the English messages, from a file `english.ts`, which imports `plural.ts` at most: the Hindi messages have its type
 */
export function messages<English extends Messages>(topic: string, english: English): English {
  return (hindi?.[topic] ?? english) as English
}

/** Draws the parts of a sentence. */
export const phrase = (parts: readonly ReactNode[]): ReactNode => createElement(Fragment, null, ...parts)
