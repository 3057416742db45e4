import type { Target } from './target.ts'
import { tsLiteral } from './ts-literal.ts'

/** Source that makes a client. Secrets come from the environment: a snippet is pasted into chats. */
export function clientCode({ environment, sandboxUrl }: Target): string {
  const hosts = sandboxUrl === undefined ? '' : `  hosts: ${tsLiteral(sandboxUrl)},\n`
  return `const galla = new Galla({
  clientId: process.env.GALLA_CLIENT_ID ?? '',
  clientSecret: process.env.GALLA_CLIENT_SECRET ?? '',
  clientVersion: process.env.GALLA_CLIENT_VERSION ?? '1',
  environment: ${tsLiteral(environment)},
${hosts}})`
}
