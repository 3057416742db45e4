const CODES = { red: 31, green: 32, yellow: 33, cyan: 36 } as const

/** Labels that begin the line of a result. */
const LABELS: { readonly [label: string]: keyof typeof CODES } = {
  ...{ '✓': 'green', pass: 'green', ok: 'green' },
  ...{ '✗': 'red', FAIL: 'red', PROBLEM: 'red' },
  ...{ '?': 'yellow', warning: 'yellow', note: 'cyan' },
}
const AT_START = /^( {0,2})(✓|✗|\?|pass|warning|FAIL|ok|note|PROBLEM)(?= )/gm

/** Colours the label of each line that shows a result. The text behind it may be that of an app, and stays as it is. */
export const colorLabels = (text: string): string =>
  text.replace(AT_START, (_, indent: string, label: string) => {
    const code = CODES[LABELS[label] ?? 'cyan']
    return `${indent}\u001b[${code}m${label}\u001b[39m`
  })

/** Returns whether output gets colours: in a terminal, unless NO_COLOR is set. */
export const usesColors = (
  { isTTY }: { readonly isTTY?: boolean | undefined },
  env: { readonly [name: string]: string | undefined },
): boolean => isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
