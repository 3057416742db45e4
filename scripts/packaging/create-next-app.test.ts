import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { at } from '../lib/paths.mjs'
import { node, npm } from '../lib/run.mjs'
import { createShop, emptyProject, tarballOf } from './merchant-project.ts'

const PACKAGES = ['sdk', 'gateway', 'postgres', 'react']
const EXAMPLE = ['app', 'gateway.ts', 'instrumentation.ts', 'settings.ts', 'gateway-settings.ts', 'answers.ts']
const OPTIONS =
  '--ts --app --no-eslint --no-tailwind --no-src-dir --import-alias @/* --use-npm --skip-install --disable-git --yes'

describe.runIf(process.env.GALLA_LONG === '1')('a project of the current create-next-app', () => {
  it('builds with the example, and opens nothing while it builds', { timeout: 900_000 }, async ({
    skip,
    onTestFinished,
  }) => {
    const project = emptyProject()
    onTestFinished(() => project.remove())
    const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }
    const created = await npm(['exec', '--yes', 'create-next-app@latest', '--', 'shop', ...OPTIONS.split(' ')], {
      cwd: project.path,
      env,
    })
    if (!created.ok) return skip(`create-next-app could not be installed: ${created.output.slice(-200)}`)
    const shop = join(project.path, 'shop')
    rmSync(join(shop, 'app'), { recursive: true })
    await createShop(project.path, 'template', '--framework', 'next', '--gateway', '--ts')
    for (const name of EXAMPLE) cpSync(join(project.path, 'template', name), join(shop, name), { recursive: true })

    // The example imports its files by their full names.
    const settings = join(shop, 'tsconfig.json')
    const { compilerOptions, ...others } = JSON.parse(readFileSync(settings, 'utf8'))
    const changed = { ...others, compilerOptions: { ...compilerOptions, allowImportingTsExtensions: true } }
    writeFileSync(settings, JSON.stringify(changed))

    // The settings of the new project stay; the example adds one.
    const config = join(shop, 'next.config.ts')
    const text = readFileSync(config, 'utf8')
    expect(text).toMatch(/cacheComponents: true/)
    const external = /serverExternalPackages: .*/.exec(readFileSync(at('examples/next/next.config.ts'), 'utf8'))?.[0]
    writeFileSync(
      config,
      text.replace(/cacheComponents: true,/, (line) => `${line}\n  ${external}`),
    )

    const installed = await npm(['install', '--no-audit', '--no-fund', ...PACKAGES.map(tarballOf)], { cwd: shop })
    expect(installed.ok, installed.output).toBe(true)
    const before = readdirSync(shop)
    const built = await node(['node_modules/next/dist/bin/next', 'build'], { cwd: shop, env })
    expect(built.ok, built.output).toBe(true)
    expect(existsSync(join(shop, 'data'))).toBe(false)
    expect(readdirSync(shop).filter((name) => !before.includes(name))).toEqual(['.next'])
  })
})
