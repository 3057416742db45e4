import { parseArgs } from 'node:util'
import { FRAMEWORKS, type Framework, isFramework, type Language } from './choices.ts'
import { UsageError } from './usage-error.ts'

/** A command line; what it leaves open is undefined. */
export interface Options {
  readonly folder: string | undefined
  readonly framework: Framework | undefined
  readonly gateway: boolean | undefined
  readonly language: Language | undefined
  /** Defaults for everything that is open. */
  readonly yes: boolean
  readonly install: boolean
  readonly git: boolean
  readonly json: boolean
  readonly help: boolean
  readonly packages: string | undefined
}

/** Reads a command line. @throws UsageError naming the option */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parse(args)
  const { framework } = values
  if (framework !== undefined && !isFramework(framework))
    throw new UsageError(
      `--framework must be one of ${Object.keys(FRAMEWORKS).join(', ')}; got ${JSON.stringify(framework)}.`,
    )
  if (values.ts && values.js) throw new UsageError('--ts and --js exclude each other: use only one.')
  if (positionals.length > 1)
    throw new UsageError(`One folder is expected; got ${positionals.length}. Quote a path that has spaces.`)
  return {
    folder: positionals[0],
    framework,
    gateway: values.gateway,
    language: values.ts ? 'ts' : values.js ? 'js' : undefined,
    yes: values.yes ?? false,
    install: values.install ?? true,
    git: values.git ?? true,
    json: values.json ?? false,
    help: values.help ?? false,
    packages: values.packages,
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      allowNegative: true,
      options: {
        framework: { type: 'string', short: 'f' },
        gateway: { type: 'boolean' },
        ts: { type: 'boolean' },
        js: { type: 'boolean' },
        yes: { type: 'boolean', short: 'y' },
        install: { type: 'boolean' },
        git: { type: 'boolean' },
        json: { type: 'boolean' },
        packages: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    const [sentence] = (error instanceof Error ? error.message : String(error)).split('. ')
    throw new UsageError(`${sentence}. --help lists the options.`)
  }
}

const COMMON = `  -f, --framework NAME   ${Object.keys(FRAMEWORKS).join(', ')}
      --gateway          with the gateway, which keeps orders in PostgreSQL (--no-gateway: the SDK alone)
      --ts, --js         TypeScript or JavaScript
  -y, --yes              defaults for all options that are not given
      --no-install       do not install packages
      --json             print a summary as JSON, and ask nothing
      --packages FOLDER  install Galla from the tarballs in a folder, such as those of a clone
  -h, --help             this page`

/** Help page of `npm create galla`. */
export const CREATE_HELP = `npm create galla [-- folder options]: start a shop that takes PhonePe payments

${COMMON}
      --no-git           do not create a git repository

Defaults: tea-stall, express, the SDK alone, TypeScript.`

/** Help page of `galla init`. */
export const INIT_HELP = `galla init [folder] [options]: add payments to a project that exists

Adds dependencies, a route for callbacks with what it needs, and a test. No file is overwritten.

${COMMON}

Defaults: the framework and the language of the project, the SDK alone.`
