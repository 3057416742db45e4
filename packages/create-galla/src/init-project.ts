import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ask } from './ask.ts'
import { type Choices, type PackageManager, packageManagerOf } from './choices.ts'
import { TARBALL_FOLDER, type Tarballs } from './galla-packages.ts'
import type { ExitCode, Host } from './host.ts'
import { frameworkOf, languageOf, linesToPaste, type Project, planAddition } from './init-plan.ts'
import { tarballsFor } from './install.ts'
import type { Options } from './options.ts'
import type { PlannedFile } from './place-sources.ts'
import { environmentFile } from './project-files.ts'
import { type Ended, type RunProgram, surviveCtrlC } from './run-program.ts'
import { readSources } from './sources.ts'
import { UsageError } from './usage-error.ts'
import { writeFiles } from './write-files.ts'

/** Adds payments to a project that exists. No file is overwritten. */
export async function initProject(options: Options, host: Host): Promise<ExitCode> {
  const folder = resolve(host.cwd, options.folder ?? '.')
  const project = readProject(folder)
  const defaults = { folder, framework: frameworkOf(project), gateway: false, language: languageOf(project) }
  const known = {
    ...options,
    folder,
    framework: options.framework ?? defaults.framework,
    language: options.language ?? defaults.language,
  }
  const answers = await ask(known, defaults, host.isTerminal, 'Payments for this project')
  const choices: Choices = { ...answers, packageManager: packageManagerIn(folder, host) }

  const sources = readSources()
  const packages = options.packages && resolve(host.cwd, options.packages)
  const needed = packagesToAdd(choices, project)
  const tarballs = tarballsFor(packages, [...needed.runtime, ...needed.development])
  const planned = [environmentFile(choices.gateway), ...planAddition(choices, project, sources)]
  const isThere = ({ path }: PlannedFile) => existsSync(join(folder, path))
  const added = planned.filter((file) => !isThere(file))
  const kept = planned.filter(isThere).map(({ path }) => path)
  const specifier = (name: string) => specifierOf(name, tarballs, sources.version)
  const commands = installCommands(choices.packageManager, needed, specifier)
  const installed = await surviveCtrlC(async (run) => {
    writeFiles(folder, added, packages ? { from: packages, names: tarballs } : undefined)
    return options.install ? await runAll(commands, folder, run) : 'skipped'
  })
  const paste = linesToPaste(choices, project)
  const files = added.map(({ path }) => path)
  const open = installed === 'done' ? [] : commands.map(([command, ...words]) => [command, ...words].join(' '))
  if (options.json) host.out(JSON.stringify({ folder, ...choices, files, kept, installed, next: open, paste }))
  else host.out(report(files, kept, open, paste))
  return installed === 'done' || installed === 'skipped' ? 0 : 1
}

function readProject(folder: string): Project {
  const read = (name: string) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined)
  const text = read('package.json')
  if (text === undefined)
    throw new UsageError(
      `${folder} has no package.json. Run galla init in the folder of a project, or start one with npm create galla.`,
    )
  let manifest: { type?: string; dependencies?: object; devDependencies?: object }
  try {
    manifest = JSON.parse(text)
  } catch {
    throw new UsageError(`${join(folder, 'package.json')} is not valid JSON: correct it first.`)
  }
  return {
    dependencies: { ...manifest.dependencies, ...manifest.devDependencies } as Project['dependencies'],
    isModule: manifest.type === 'module',
    tsconfig: read('tsconfig.json'),
    hasSourceFolder: existsSync(join(folder, 'src/app')),
  }
}

/** The package manager whose lockfile is there, else the one that called this program. */
function packageManagerIn(folder: string, { env }: Host): PackageManager {
  if (existsSync(join(folder, 'pnpm-lock.yaml'))) return 'pnpm'
  if (existsSync(join(folder, 'yarn.lock'))) return 'yarn'
  return existsSync(join(folder, 'package-lock.json')) ? 'npm' : packageManagerOf(env.npm_config_user_agent)
}

interface Needed {
  readonly runtime: readonly string[]
  readonly development: readonly string[]
}

/** Packages of Galla that the project does not have. */
function packagesToAdd({ gateway }: Choices, { dependencies }: Project): Needed {
  const isMissing = (name: string) => !dependencies[name]
  const stored = gateway ? ['@galla/gateway', '@galla/postgres'] : []
  return { runtime: ['@galla/sdk', ...stored].filter(isMissing), development: ['@galla/sandbox'].filter(isMissing) }
}

const specifierOf = (name: string, tarballs: Tarballs, version: string): string =>
  tarballs[name] ? `./${TARBALL_FOLDER}/${tarballs[name]}` : `${name}@${version}`

/** The package manager changes package.json itself. */
function installCommands(
  pm: PackageManager,
  { runtime, development }: Needed,
  specifier: (name: string) => string,
): string[][] {
  const add =
    pm === 'npm' ? ['npm', 'install', '--save-exact'] : [pm, 'add', pm === 'yarn' ? '--exact' : '--save-exact']
  const dev = pm === 'yarn' ? '--dev' : '--save-dev'
  return [
    ...(runtime.length > 0 ? [[...add, ...runtime.map(specifier)]] : []),
    ...(development.length > 0 ? [[...add, dev, ...development.map(specifier)]] : []),
  ]
}

async function runAll(commands: readonly string[][], folder: string, run: RunProgram): Promise<Ended> {
  for (const [command = '', ...args] of commands) {
    const ended = await run(command, args, folder)
    if (ended !== 'done') return ended
  }
  return 'done'
}

function report(
  files: readonly string[],
  kept: readonly string[],
  open: readonly string[],
  paste: readonly string[],
): string {
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`${title}\n${lines.map((line) => `  ${line}`).join('\n')}`]
  return [
    ...section('Added:', files),
    ...section('Not added, because these files exist already:', kept),
    ...section('Install:', open),
    ...section('Paste into your program:', paste),
  ].join('\n\n')
}
