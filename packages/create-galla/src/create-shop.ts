import { basename, relative, resolve } from 'node:path'
import { ask } from './ask.ts'
import { type Choices, FRAMEWORKS, packageManagerOf } from './choices.ts'
import type { ExitCode, Host } from './host.ts'
import { createRepository, install, tarballsFor } from './install.ts'
import { gallaPackages } from './manifest.ts'
import type { Options } from './options.ts'
import { packageNameOf, planShop } from './plan-shop.ts'
import { type Ended, surviveCtrlC } from './run-program.ts'
import { readSources } from './sources.ts'
import { checkEmpty, writeFiles } from './write-files.ts'

const DEFAULTS = { folder: 'tea-stall', framework: 'express', gateway: false, language: 'ts' } as const

/** Creates a shop in a new folder. */
export async function createShop(options: Options, host: Host): Promise<ExitCode> {
  if (options.folder !== undefined) checkEmpty(resolve(host.cwd, options.folder))
  const { folder: wanted, ...answers } = await ask(
    options,
    DEFAULTS,
    host.isTerminal,
    'A shop that takes PhonePe payments',
  )
  const folder = resolve(host.cwd, wanted)
  checkEmpty(folder)

  const choices: Choices = { ...answers, packageManager: packageManagerOf(host.env.npm_config_user_agent) }
  const sources = readSources()
  const packages = options.packages && resolve(host.cwd, options.packages)
  const tarballs = tarballsFor(packages, gallaPackages(choices))
  const files = planShop(packageNameOf(basename(folder)), choices, sources, tarballs)
  const { git, installed } = await surviveCtrlC(async (run) => {
    writeFiles(folder, files, packages ? { from: packages, names: tarballs } : undefined)
    host.err(`${folder} has a shop on ${FRAMEWORKS[choices.framework]}: ${files.length} files.`)
    return {
      git: options.git && (await createRepository(folder, run)),
      installed: options.install ? await install(folder, choices, run) : ('skipped' as const),
    }
  })
  const next = nextSteps(relative(host.cwd, folder), choices, installed)
  if (options.json)
    host.out(JSON.stringify({ folder, ...choices, files: files.map(({ path }) => path), git, installed, next }))
  else host.out(report(installed, choices, next))
  return installed === 'done' || installed === 'skipped' ? 0 : 1
}

function nextSteps(path: string, { packageManager: pm }: Choices, installed: Ended | 'skipped'): string[] {
  const enter = path === '' ? [] : [`cd ${/\s/.test(path) ? JSON.stringify(path) : path}`]
  return [...enter, ...(installed === 'done' ? [] : [`${pm} install`]), `${pm} test`, `${pm} start`]
}

function report(installed: Ended | 'skipped', { packageManager }: Choices, next: readonly string[]): string {
  const problem = {
    done: '',
    skipped: '',
    failed: `The files are complete, but ${packageManager} could not install the packages: the reason is above.\n`,
    stopped: 'Stopped. The files are complete, but the packages are not installed.\n',
  }[installed]
  return `${problem}\nNext:\n${next.map((line) => `  ${line}`).join('\n')}`
}
