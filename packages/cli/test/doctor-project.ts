import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { runCli } from './run-cli.ts'

/** Makes a project of files and runs `galla doctor` in it. Its folders are removed after each test. */
export function setupProjects() {
  const folders: string[] = []
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  })
  const newFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'galla-doctor-'))
    folders.push(folder)
    return folder
  }
  const doctor = async (files: { readonly [name: string]: string }, env: { [name: string]: string } = {}) => {
    const folder = newFolder()
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(folder, name, '..'), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    const { code, out, err } = await runCli(['doctor', folder], { env })
    const problems = out.split('\n').filter((line) => line.startsWith('PROBLEM'))
    return { code, out, err, problems }
  }
  return { newFolder, doctor, doctorOf: (code: string) => doctor({ ...MANIFEST, 'src/hook.js': code }) }
}

export const MANIFEST = { 'package.json': JSON.stringify({ dependencies: { '@galla/sdk': '^0.1.0' } }) }

export const VERIFY =
  'const callback = client.validateCallback(user, password, req.headers.authorization, req.body.toString())'
