/** Fewer guesses find a password too soon: 10⁸ take 44 years at the 6 240 wrong passwords of one user a day that unknown browsers have. */
const ENOUGH_GUESSES = 1e8
/** Characters that are looked at, from the start: the work grows with the square of the length. More only make the password stronger. */
const LOOKED_AT = 24
/** Words that a guess would start with. */
const KNOWN_WORDS = ['galla', 'phonepe', 'admin', 'console', 'password', 'gateway']

type Estimate = (password: string, words: readonly string[]) => number

/** The lists of common passwords and keyboards take some megabytes: only a process that checks a password has them. */
async function load(): Promise<Estimate> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  return (password, words) => estimator.check(password, [...words]).guesses
}

/**
 * Tells whether few guesses find a password, from a list of common passwords with the usual changes (digits behind, repeated, `@` for a).
 * Nothing leaves the machine.
 * @param words words of the person, such as the name
 */
export async function isGuessable(password: string, words: readonly string[]): Promise<boolean> {
  const estimate = await load()
  const parts = words.flatMap((word) => [word, ...word.split(/[^A-Za-z0-9]+/)]).filter((word) => word.length > 2)
  return estimate(password.normalize('NFKC').slice(0, LOOKED_AT), [...KNOWN_WORDS, ...parts]) < ENOUGH_GUESSES
}
