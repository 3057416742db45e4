import type * as ChildProcess from 'node:child_process'
import type * as WorkerThreads from 'node:worker_threads'
import type { WorkerOptions } from 'node:worker_threads'

/** The modules by which a Node program starts others. */
export interface Starting {
  readonly childProcess: typeof ChildProcess
  readonly workerThreads: typeof WorkerThreads
}

/** The redirect, as each program that is started gets it. */
export interface Inherited {
  /** The option that loads the redirect. */
  readonly option: string
  /** URL of the sandbox. */
  readonly sandbox: string
}

type Environment = NodeJS.ProcessEnv

/**
 * The option that loads a module first, as `NODE_OPTIONS` takes it. `--require`, because a worker that is made from a text ignores
 * `--import`.
 */
export const preloadOption = (module: string): string => `--require ${JSON.stringify(module)}`

/** The environment with the redirect, whatever a program has put in or left out. */
export function withRedirect(env: Environment, { option, sandbox }: Inherited): Environment {
  const options = env.NODE_OPTIONS ?? ''
  const isComplete = options.includes(option)
  return {
    ...env,
    NODE_OPTIONS: isComplete ? options : `${option} ${options}`.trim(),
    GALLA_SANDBOX: env.GALLA_SANDBOX ?? sandbox,
  }
}

/** Makes workers and Node programs load the redirect that get an environment of their own. */
export function inheritRedirect({ childProcess, workerThreads }: Starting, inherited: Inherited): void {
  inheritToWorkers(workerThreads, inherited)
  inheritToChildren(childProcess, inherited)
  inheritToSyncChildren(childProcess, inherited)
}

function inheritToWorkers(module: typeof WorkerThreads, inherited: Inherited): void {
  const construct = (target: typeof WorkerThreads.Worker, [file, options]: unknown[], newTarget: NewableFunction) => {
    const { env = process.env, ...rest } = (options ?? {}) as WorkerOptions
    const own = env === module.SHARE_ENV ? env : withRedirect(env as Environment, inherited)
    return Reflect.construct(target, [file, { ...rest, env: own }], newTarget)
  }
  Reflect.set(module, 'Worker', new Proxy(module.Worker, { construct }))
}

/** `spawn`, `fork`, `exec` and `execFile` start a program by this method. It takes the environment as a list of `NAME=value`. */
function inheritToChildren(module: typeof ChildProcess, inherited: Inherited): void {
  const prototype = module.ChildProcess.prototype as unknown as { spawn(options: { envPairs?: string[] }): unknown }
  const original = prototype.spawn
  prototype.spawn = function (options) {
    const pairs = options.envPairs ?? []
    const pairOf = (name: string) => pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
    const { NODE_OPTIONS, GALLA_SANDBOX } = withRedirect(
      { NODE_OPTIONS: pairOf('NODE_OPTIONS'), GALLA_SANDBOX: pairOf('GALLA_SANDBOX') },
      inherited,
    )
    const others = pairs.filter((pair) => !/^(?:NODE_OPTIONS|GALLA_SANDBOX)=/.test(pair))
    const envPairs = [...others, `NODE_OPTIONS=${NODE_OPTIONS}`, `GALLA_SANDBOX=${GALLA_SANDBOX}`]
    return original.call(this, { ...options, envPairs })
  }
}

function inheritToSyncChildren(module: typeof ChildProcess, inherited: Inherited): void {
  for (const name of ['spawnSync', 'execFileSync', 'execSync'] as const) {
    const original = module[name] as (...args: unknown[]) => unknown
    const start = (file: unknown, ...args: unknown[]): unknown => {
      // Arguments of the program, where it has some, stand before the options.
      const place = name !== 'execSync' && (Array.isArray(args[0]) || !args[0]) ? 1 : 0
      const options = args[place] as { env?: Environment } | undefined
      const env = withRedirect(options?.env ?? process.env, inherited)
      return original(file, ...(place ? [args[0]] : []), { ...options, env })
    }
    Reflect.set(module, name, start)
  }
}
