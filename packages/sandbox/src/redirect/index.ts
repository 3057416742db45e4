import childProcess from 'node:child_process'
import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import tls from 'node:tls'
import workerThreads from 'node:worker_threads'
import { missingFiles, packageModule } from '@galla/http-server/package-files'
import { packageOf } from '../package-info.ts'
import { inheritRedirect, preloadOption, withRedirect } from './inherit.ts'
import { installRedirect } from './redirect.ts'
import { refusalOf, refuseProvider } from './refuse.ts'

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
  const isChild = inherit(sandbox, say)
  const where = isChild ? ` (process ${process.pid})` : ''
  if (!isChild) say(`requests to phonepe.com go to the sandbox at ${sandbox.origin}`)
  const refusal = refusalOf(sandbox, (host) => say(`refused a connection to ${host}, the real provider${where}`))
  refuseProvider({ dns, net, tls }, refusal)
  installRedirect(sandbox, {
    globals: globalThis,
    http,
    https,
    syncModules: syncBuiltinESMExports,
    onHost: (origin) => say(`${origin} → ${sandbox.origin}${where}`),
  })
}

function readSandbox(text = DEFAULT_SANDBOX): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new TypeError(
    `GALLA_SANDBOX must be the URL of a sandbox such as ${DEFAULT_SANDBOX}; got ${JSON.stringify(text)}`,
  )
}

/** Makes what this process starts load this module. @returns whether this process is itself started so */
function inherit(sandbox: URL, say: (line: string) => void): boolean {
  const module = packageModule(packageOf(import.meta.url), '@galla/sandbox/redirect')
  if (module === undefined) {
    const reason = missingFiles('The redirect', 'node_modules/@galla/sandbox', '@galla/sandbox', '@galla/sandbox')
    say(`programs that this process starts are NOT redirected: they reach the real provider. ${reason}`)
    return false
  }
  const inherited = { option: preloadOption(module), sandbox: sandbox.href }
  const isChild = process.env.NODE_OPTIONS?.includes(inherited.option) === true
  Object.assign(process.env, withRedirect(process.env, inherited))
  inheritRedirect({ childProcess, workerThreads }, inherited)
  return isChild
}
