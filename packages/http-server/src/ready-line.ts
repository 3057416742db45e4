/** Addresses (and, for the console, its password) by the name that programs look for. */
export interface ReadyFacts {
  readonly [name: string]: string
}

/** The first line of a server's standard output: one JSON object, so that a program can wait for it and read it. */
export function readyLine(facts: ReadyFacts): string {
  return `${JSON.stringify({ ready: facts })}\n`
}

/** Prints the ready line. */
export function printReady(facts: ReadyFacts, out: { write(text: string): unknown } = process.stdout): void {
  out.write(readyLine(facts))
}
