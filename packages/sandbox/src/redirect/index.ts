import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import { pathToFileURL } from 'node:url'
import { missingFiles, packageModule } from '@galla/http-server/package-files'
import { packageOf } from '../package-info.ts'
import { installRedirect } from './redirect.ts'

// Loading this module is its effect: `node --import @galla/sandbox/redirect app.js`.

/** Present in a process that is redirected: a program and its options may both load this module. */
const INSTALLED = Symbol.for('galla.sandbox.redirect')

/** Where `galla sandbox` listens without options. */
const DEFAULT_SANDBOX = 'http://127.0.0.1:4500'

const marked = globalThis as { [INSTALLED]?: true }
if (!marked[INSTALLED]) {
  marked[INSTALLED] = true
  const sandbox = readSandbox(process.env.GALLA_SANDBOX)
  const say = (line: string): void => void process.stderr.write(`galla: ${line}\n`)
  const isChild = inheritToChildren(say)
  if (!isChild) say(`requests to phonepe.com go to the sandbox at ${sandbox.origin}`)
  installRedirect(sandbox, {
    globals: globalThis,
    http,
    https,
    syncModules: syncBuiltinESMExports,
    onHost: (origin) => say(`${origin} → ${sandbox.origin}${isChild ? ` (process ${process.pid})` : ''}`),
  })
}

function readSandbox(text = DEFAULT_SANDBOX): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new TypeError(
    `GALLA_SANDBOX must be the URL of a sandbox such as ${DEFAULT_SANDBOX}; got ${JSON.stringify(text)}`,
  )
}

/** Adds this module to the options that child processes inherit. @returns whether this process is such a child */
function inheritToChildren(say: (line: string) => void): boolean {
  const module = packageModule(packageOf(import.meta.url), '@galla/sandbox/redirect')
  if (module === undefined) {
    const reason = missingFiles('The redirect', 'node_modules/@galla/sandbox', '@galla/sandbox', '@galla/sandbox')
    say(`programs that this process starts are NOT redirected: they reach the real provider. ${reason}`)
    return false
  }
  const option = `--import ${pathToFileURL(module).href}`
  const options = process.env.NODE_OPTIONS ?? ''
  if (options.includes(option)) return true
  process.env.NODE_OPTIONS = `${options} ${option}`.trim()
  return false
}
