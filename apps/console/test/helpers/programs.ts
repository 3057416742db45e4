import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..', '..')

/** Writes programs into a folder below `.cache`, which git ignores. Returns its path. */
export function writePrograms(name: string, files: { readonly [file: string]: string }): string {
  const folder = join(root, '.cache', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
  return folder
}

/** Compiles every `.ts` file of a folder with this repository's settings. Returns the compiler's errors. */
export function compile(folder: string): string {
  const compilerOptions = { lib: ['es2022', 'esnext.disposable', 'dom'], types: ['node'] }
  const settings = { extends: '../../tsconfig.base.json', compilerOptions, include: ['*.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  try {
    execFileSync(process.execPath, [join(root, 'node_modules/typescript7/bin/tsc'), '-p', folder], { encoding: 'utf8' })
    return ''
  } catch (error) {
    // The type check of the repository covers the imported sources.
    return String((error as { stdout?: string }).stdout).replace(/^(?:\.\.\/)*packages\/.*\n(?: .*\n)*/gm, '')
  }
}
