import { expect, it } from 'vitest'
import { visibleText } from './visible-text.ts'

it.each([
  ['\u202e', 'U+202E'],
  ['\u202a', 'U+202A'],
  ['\u2066', 'U+2066'],
  ['\u2069', 'U+2069'],
  ['\u200e', 'U+200E'],
  ['\u200f', 'U+200F'],
  ['\u061c', 'U+061C'],
])('shows a control that reorders text: %j', (control, name) => {
  expect(visibleText(`cart-${control}00.001${control}`)).toBe(`cart-[${name}]00.001[${name}]`)
})

it.each(['cart-7', 'चाय ☕', 'שלום', 'क्\u200dष', '', '[U+202E]'])('leaves %j as it is', (text) => {
  expect(visibleText(text)).toBe(text)
})
