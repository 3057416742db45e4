import { readyLine } from '@galla/http-server/ready-line'
import { readArguments, readInteger } from '../arguments.ts'
import { DEFAULT_PORT } from '../control.ts'
import { Failure, wrongUse } from '../failure.ts'
import { type Command, EXIT } from '../io.ts'

export const command: Command = async (args, io) => {
  const { values, positionals } = readArguments(args, {
    port: { type: 'string' },
    json: { type: 'boolean' },
    'callback-url': { type: 'string' },
    'callback-username': { type: 'string' },
    'callback-password': { type: 'string' },
    seed: { type: 'string' },
    profile: { type: 'string' },
    state: { type: 'string' },
  })
  if (positionals[0] !== undefined) throw wrongUse(`sandbox takes no word such as '${positionals[0]}'`)
  const port = readInteger('port', values.port, 65_535) ?? DEFAULT_PORT
  const callbacks = receiverOf(values)

  const { serveSandbox } = await import('@galla/sandbox')
  const serving = await serveSandbox({
    port,
    fallbackToFreePort: true,
    ...(callbacks ? { callbacks } : {}),
    ...(values.seed === undefined ? {} : { seed: values.seed }),
    ...(values.profile === undefined ? {} : { profile: values.profile }),
    ...(values.state === undefined ? {} : { state: values.state }),
  }).catch(notStarted)
  if (values.json) io.out(readyLine({ provider: serving.url }).trimEnd())
  else tell(io.out, serving.url, port, callbacks?.url)

  await stopped(io.stop)
  await serving.close()
  return EXIT.ok
}

interface Given {
  'callback-url'?: string | undefined
  'callback-username'?: string | undefined
  'callback-password'?: string | undefined
}

/** A receiver is all of it or nothing: a callback that nobody can verify teaches the wrong thing. */
function receiverOf({ 'callback-url': url, 'callback-username': username, 'callback-password': password }: Given) {
  if ((username === undefined) !== (password === undefined)) {
    throw wrongUse('--callback-username and --callback-password come together')
  }
  if (url !== undefined && !URL.canParse(url)) {
    throw wrongUse(`--callback-url takes a whole address such as http://127.0.0.1:3000/callbacks; got '${url}'`)
  }
  if (url === undefined && username === undefined) return undefined
  return { ...(url === undefined ? {} : { url }), ...(username && password ? { username, password } : {}) }
}

function tell(out: (line: string) => void, url: string, asked: number, callbackUrl: string | undefined): void {
  if (asked !== 0 && !url.endsWith(`:${asked}`)) out(`Port ${asked} is taken, so this one took a free one.\n`)
  out(`The provider is on your machine: ${url}`)
  out(`  in your app    new Galla({ …, hosts: '${url}' }), with any client id and secret`)
  out(`  callbacks to   ${callbackUrl ?? 'nobody yet: --callback-url URL'}`)
  out(`  what happens   galla logs --follow${url.endsWith(`:${DEFAULT_PORT}`) ? '' : ` --sandbox ${url}`}`)
  out('\nCtrl-C stops it.')
}

/** A profile that there is not, a state file in no folder, a port below 1024: a sentence for a person, not a stack. */
function notStarted(error: unknown): never {
  const sentence = error instanceof Error ? error.message : String(error)
  throw error instanceof TypeError ? wrongUse(sentence) : new Failure(`the sandbox did not start: ${sentence}`)
}

const stopped = (stop: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (stop.aborted) resolve()
    else stop.addEventListener('abort', () => resolve(), { once: true })
  })
