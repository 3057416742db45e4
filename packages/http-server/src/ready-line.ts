/** Addresses (and the console's password) by name. */
export interface ReadyFacts {
  readonly [name: string]: string
}

/** Formats the first line of a server's standard output: one JSON object, so that a program can wait for it and parse it. */
export function readyLine(facts: ReadyFacts): string {
  return `${JSON.stringify({ ready: facts })}\n`
}

/** Prints the ready line. */
export function printReady(facts: ReadyFacts, out: { write(text: string): unknown } = process.stdout): void {
  out.write(readyLine(facts))
}
