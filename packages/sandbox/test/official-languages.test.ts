import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveSandbox } from '@galla/sandbox'
import { copyPublicSource } from '@galla/testkit/public-source'
import { describe, expect, it } from 'vitest'

interface OfficialSdk {
  readonly language: string
  /** Repositories and commits, the SDK first: their folders are the first arguments of the driver. */
  readonly sources: readonly (readonly [repository: string, commit: string])[]
  /** Programs that may run it, the first that can. */
  readonly runtimes: readonly string[]
  /** Fails without what the SDK needs. */
  readonly probe: readonly string[]
  readonly driver: string
  readonly checks: number
}

/**
 * Interpreted: nothing is built. Their other dependencies are packages of the system (python3-requests, python3-dataclasses-json, python3-apscheduler, php-curl).
 * Java is absent: its SDK compiles against OkHttp 4 and Bean Validation 2 (`javax.validation`); Debian 12 has OkHttp 3.13 and Bean Validation 3
 * (`jakarta.validation`), and the rest of what it needs. With both from Maven Central it could join.
 */
const SDKS: readonly OfficialSdk[] = [
  {
    language: 'Python',
    sources: [['PhonePe/phonepe-pg-sdk-python', '73d460ec9e75d05f2847a1d13429392b5348d8bd']],
    runtimes: ['python3', '/usr/bin/python3'],
    probe: ['-c', 'import requests, dataclasses_json, apscheduler'],
    driver: 'driver.py',
    checks: 25,
  },
  {
    language: 'Python, mandates',
    sources: [['PhonePe/phonepe-pg-sdk-python', '73d460ec9e75d05f2847a1d13429392b5348d8bd']],
    runtimes: ['python3', '/usr/bin/python3'],
    probe: ['-c', 'import requests, dataclasses_json, apscheduler'],
    driver: 'subscriptions.py',
    checks: 7,
  },
  {
    language: 'PHP',
    sources: [
      ['PhonePe/phonepe-pg-sdk-php', '85f35728b2cf5db6ca26dd8685b64ffb08180689'],
      ['cweiske/jsonmapper', 'a7cacb7be1e9888c2b2c70aec89f9ec1f744d678'],
    ],
    runtimes: ['php'],
    probe: ['-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
    driver: 'driver.php',
    checks: 19,
  },
]

describe.runIf(process.env.GALLA_LONG === '1')('the official SDK of another language', () => {
  it.for(SDKS)('works against the sandbox: $language', { timeout: 120_000 }, async (sdk, { skip, onTestFinished }) => {
    const folder = mkdtempSync(join(tmpdir(), 'official-sdk-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const reasons = sdk.sources.map(([repository, commit], index) =>
      copyPublicSource(repository, commit, join(folder, String(index))),
    )
    const missing = reasons.find((reason) => reason !== undefined)
    if (missing) return skip(`${sdk.language}: ${missing}`)
    const runtime = sdk.runtimes.find((program) => spawnSync(program, sdk.probe).status === 0)
    if (!runtime) return skip(`${sdk.language}: no ${sdk.runtimes.join(' or ')} with what it needs`)

    const credentials = { clientId: 'shop', clientSecret: 'secret', clientVersion: 1 }
    const callbacks = { url: 'http://127.0.0.1:9/hook', username: 'shop_hook', password: 'Passw0rd99' }
    // A driver moves the clock, and its token must outlive that.
    const sandbox = await serveSandbox({ port: 0, credentials, callbacks, tokenLifeSec: 315_360_000 })
    onTestFinished(() => sandbox.close())
    const folders = sdk.sources.map((_, index) => join(folder, String(index)))
    const driver = join(import.meta.dirname, 'official-languages', sdk.driver)
    const output = await run(runtime, [driver, ...folders, sandbox.url])
    const results: { name: string; passed: boolean; reason?: string }[] = output.map((line) => JSON.parse(line))
    expect(results.filter(({ passed }) => !passed)).toEqual([])
    expect(results).toHaveLength(sdk.checks)
  })
})

/** The lines that a program prints. It runs beside this process, which answers its requests. */
function run(program: string, args: readonly string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' } })
    let out = ''
    let err = ''
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    child.stderr.on('data', (chunk) => {
      err += chunk
    })
    child.on('close', (code) => {
      if (code === 0) resolve(out.trim().split('\n'))
      else reject(new Error(`${program} ended with ${code}:\n${out}${err}`))
    })
  })
}
