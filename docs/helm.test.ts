import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { GATEWAY_VARIABLES } from '../packages/cli/src/gateway/variables/gateway-variables.ts'

const folder = join(import.meta.dirname, 'deploy')
const chart = join(folder, 'helm')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

interface Container {
  readonly image: string
  readonly command?: string[]
  readonly env: { name: string; value: string }[]
  readonly securityContext: object
  readonly volumeMounts: { name: string; mountPath: string }[]
  readonly [probe: `${string}Probe`]: { httpGet: { path: string } } | undefined
}
interface PodSpec {
  readonly enableServiceLinks: boolean
  readonly containers: Container[]
  readonly volumes: { secret?: { secretName: string } }[]
}
interface Resource {
  readonly kind: string
  readonly metadata: { name: string; annotations?: { [name: string]: string } }
  readonly spec: {
    readonly replicas?: number
    readonly selector?: { matchLabels?: object }
    readonly podSelector?: { matchLabels: object }
    readonly policyTypes?: string[]
    readonly maxUnavailable?: number
    readonly template?: { metadata: { labels: object }; spec: PodSpec }
  }
}

const parseResources = (text: string): Resource[] =>
  parseAllDocuments(text).map((document) => document.toJS() as Resource)
const only = (resources: readonly Resource[], kind: string): Resource => {
  const [found, ...more] = resources.filter((one) => one.kind === kind)
  if (!found || more.length > 0) throw new Error(`one ${kind} expected`)
  return found
}

describe('kubernetes.yml', () => {
  const resources = parseResources(read('kubernetes.yml'))
  const pods = resources.flatMap(({ spec }) => spec.template?.spec ?? [])
  const containers = pods.flatMap((pod) => pod.containers)

  test('has two replicas, of which an eviction takes one', () => {
    expect(only(resources, 'Deployment').spec.replicas).toBe(2)
    expect(only(resources, 'PodDisruptionBudget').spec.maxUnavailable).toBe(1)
  })

  test('selects the pods of the gateway in each resource', () => {
    const labels = only(resources, 'Deployment').spec.template?.metadata.labels
    const policy = only(resources, 'NetworkPolicy').spec
    expect(only(resources, 'Deployment').spec.selector?.matchLabels).toEqual(labels)
    expect(only(resources, 'PodDisruptionBudget').spec.selector?.matchLabels).toEqual(labels)
    expect(only(resources, 'Service').spec.selector).toEqual(labels)
    expect(labels).toMatchObject(policy.podSelector?.matchLabels ?? { missing: true })
    expect(policy.policyTypes).toEqual(['Ingress', 'Egress'])
  })

  test('runs each container as a user without rights on a file system that cannot be written', () => {
    expect(containers).toHaveLength(2)
    for (const pod of pods)
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      })
    for (const { securityContext } of containers)
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
  })

  // GALLA_PORT=tcp://10.0.0.1:80 of a Service that is named galla.
  test('gives no pod the variables of Services', () => {
    expect(pods.map(({ enableServiceLinks }) => enableServiceLinks)).toEqual([false, false])
  })

  test('sets variables that exist, and each secret by a file of a Secret', () => {
    const secrets = new Set(GATEWAY_VARIABLES.flatMap(({ name, secret }) => (secret ? [name] : [])))
    const known = new Set(GATEWAY_VARIABLES.flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name])))
    for (const { env, volumeMounts } of containers) {
      expect(env.filter(({ name }) => !known.has(name) || secrets.has(name))).toEqual([])
      const [{ mountPath } = { mountPath: '' }] = volumeMounts
      const files = env.filter(({ name }) => name.endsWith('_FILE'))
      expect(files.length).toBeGreaterThan(0)
      for (const { value } of files) expect(value.startsWith(`${mountPath}/`)).toBe(true)
    }
    expect(resources.map(({ kind }) => kind)).not.toContain('Secret')
  })

  test('migrates in a Job, and not in the replicas', () => {
    const [job] = only(resources, 'Job').spec.template?.spec.containers ?? []
    const [gateway] = only(resources, 'Deployment').spec.template?.spec.containers ?? []
    const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(read('Dockerfile')) ?? []
    expect(job?.command).toEqual([...JSON.parse(command), 'migrate'])
    expect(gateway?.env).toContainEqual({ name: 'GALLA_MIGRATE', value: 'false' })
    expect(gateway?.image).toBe(job?.image)
  })

  test('restarts by /healthz and routes by /readyz', () => {
    const [gateway] = only(resources, 'Deployment').spec.template?.spec.containers ?? []
    const paths = ['startupProbe', 'livenessProbe', 'readinessProbe'] as const
    expect(paths.map((probe) => gateway?.[probe]?.httpGet.path)).toEqual(['/healthz', '/healthz', '/readyz'])
  })
})

describe('the chart', () => {
  const helm = (...args: string[]) => spawnSync('helm', args, { encoding: 'utf8' })
  const isInstalled = helm('version').error === undefined
  const temporary = mkdtempSync(join(tmpdir(), 'galla-helm-'))
  afterAll(() => rmSync(temporary, { recursive: true }))
  const render = (values: object) => {
    const file = join(temporary, 'values.json')
    writeFileSync(file, JSON.stringify(values))
    return helm('template', 'galla', chart, '--values', file)
  }

  test('allows the variables of the gateway, and not what the chart decides', () => {
    const { variables, secret } = JSON.parse(read('helm/values.schema.json')).properties
    const pattern = new RegExp(variables.propertyNames.pattern)
    const files = new RegExp(secret.properties.files.propertyNames.pattern)
    for (const { name, secret: isSecret } of GATEWAY_VARIABLES)
      expect([name, isSecret ? files.test(`${name}_FILE`) : pattern.test(name)]).toEqual([name, true])
    const known = GATEWAY_VARIABLES.map(({ name }) => name)
    expect(Object.keys(variables.properties).filter((name) => !known.includes(name))).toEqual([])
    const used = [...Object.keys(parse(read('helm/values.yaml')).variables)]
    expect(used.filter((name) => name in variables.properties)).toEqual([])
  })

  test.skipIf(!isInstalled)('has no finding of helm lint', () => {
    const { status, stdout, stderr } = helm('lint', '--strict', chart)
    expect(status, stdout + stderr).toBe(0)
  })

  test.skipIf(!isInstalled)('makes kubernetes.yml of its values', () => {
    const rendered = parseResources(render({}).stdout)
    const job = only(rendered, 'Job')
    expect(job.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade')
    job.metadata.annotations = undefined as never
    const byKind = (resources: Resource[]) => resources.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
    expect(byKind(parseResources(read('kubernetes.yml')))).toEqual(JSON.parse(JSON.stringify(byKind(rendered))))
  })

  test.skipIf(!isInstalled).each([
    ['one replica', { replicas: 1 }],
    ['a secret in a variable', { secret: { files: { GALLA_CLIENT_SECRET: 'client_secret' } } }],
    ['a port', { variables: { GALLA_PORT: '80' } }],
    ['an unknown value', { replicaCount: 3 }],
    ['an image that is no name', { image: 'galla image' }],
  ])('refuses %s', (_what, values) => {
    const { status, stderr } = render(values)
    expect(status).not.toBe(0)
    expect(stderr).toMatch(/values don't meet the specifications of the schema/)
  })
})
