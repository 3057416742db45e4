/**
 * Rewrites an input while it is typed in, and keeps the caret behind the same digit: without that, correcting a digit
 * in the middle would throw the payer to the end.
 */
export function formatInput(input: HTMLInputElement, format: (text: string) => string): void {
  const formatted = format(input.value)
  if (formatted === input.value) return
  const caret = input.selectionStart ?? input.value.length
  const atEnd = caret === input.value.length
  const digitsBefore = input.value.slice(0, caret).replace(/\D/g, '').length
  input.value = formatted
  if (atEnd) return
  let position = 0
  for (let seen = 0; seen < digitsBefore && position < formatted.length; position++) {
    if (/\d/.test(formatted[position] ?? '')) seen++
  }
  input.setSelectionRange(position, position)
}
