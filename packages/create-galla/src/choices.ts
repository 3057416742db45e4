/** Frameworks of a shop, with the name that a person reads. */
export const FRAMEWORKS = {
  express: 'Express',
  fastify: 'Fastify',
  hono: 'Hono',
  next: 'Next',
  nest: 'NestJS',
  node: 'plain Node (node:http)',
} as const

export type Framework = keyof typeof FRAMEWORKS
export type Language = 'ts' | 'js'
export type PackageManager = 'npm' | 'pnpm' | 'yarn'

/** Everything that decides about the files of a shop. */
export interface Choices {
  readonly framework: Framework
  /** With the gateway, which keeps orders in PostgreSQL; without it, the SDK alone. */
  readonly gateway: boolean
  readonly language: Language
  readonly packageManager: PackageManager
}

export const isFramework = (word: string): word is Framework => Object.hasOwn(FRAMEWORKS, word)

/** The package manager that called this program, by the variable that all of them set: `pnpm/10.4.1 npm/? node/v22.1.0`. */
export function packageManagerOf(userAgent = ''): PackageManager {
  const [name] = userAgent.split('/')
  return name === 'pnpm' || name === 'yarn' ? name : 'npm'
}
