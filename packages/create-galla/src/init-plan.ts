import type { Choices, Framework, Language } from './choices.ts'
import { type PlannedFile, placeSources } from './place-sources.ts'
import type { Sources } from './sources.ts'
import { placeOf, sourcesToAdd } from './templates.ts'

/** The known facts about an existing project. */
export interface Project {
  readonly dependencies: { readonly [name: string]: string }
  /** `"type": "module"` in package.json. */
  readonly isModule: boolean
  /** Text of tsconfig.json, where there is one. */
  readonly tsconfig: string | undefined
  /** Next keeps its pages in `src/app`. */
  readonly hasSourceFolder: boolean
}

/** The framework that a project depends on. Nest comes first: it brings Express or Fastify. */
export function frameworkOf({ dependencies }: Project): Framework {
  const [found] = (['@nestjs/core', 'next', 'express', 'fastify', 'hono'] as const).filter((name) => dependencies[name])
  return found === '@nestjs/core' ? 'nest' : (found ?? 'node')
}

export const languageOf = ({ dependencies, tsconfig }: Project): Language =>
  tsconfig !== undefined || dependencies.typescript ? 'ts' : 'js'

/** Files that `galla init` adds. The shared parts stand in `payments/`, those of Next where Next looks for them. */
export function planAddition(choices: Choices, project: Project, sources: Sources): PlannedFile[] {
  const { framework, language } = choices
  const base = framework === 'next' && project.hasSourceFolder ? 'src/' : ''
  const place = (source: string): string => {
    const path = placeOf(source)
    if (source.startsWith('next/')) return base + (language === 'js' ? path.replace(/\.ts(x?)$/, '.js$1') : path)
    return `${base}payments/${language === 'js' ? path.replace(/\.ts$/, project.isModule ? '.js' : '.mjs') : path}`
  }
  return placeSources(sources, sourcesToAdd(choices), {
    language,
    placeOf: place,
    specifierOf: (path) => (language === 'js' ? path : importOf(path, framework, project)),
  })
}

/** An import of a TypeScript file as the compiler settings of the project accept it. */
function importOf(path: string, framework: Framework, { tsconfig = '' }: Project): string {
  if (/"(?:allowImportingTsExtensions|rewriteRelativeImportExtensions)"\s*:\s*true/.test(tsconfig)) return path
  return framework === 'next' || /"moduleResolution"\s*:\s*"(?:node|node10)"/i.test(tsconfig)
    ? path.replace(/\.ts$/, '')
    : path.replace(/\.ts$/, '.js')
}

/** Names of the two lines that a person pastes into the program, for each framework. */
interface Paste {
  /** An export of a file that was added, or of an entry of the gateway. */
  readonly name: string
  readonly from: string
  readonly line: string
}

const CALLBACKS: { readonly [F in Exclude<Framework, 'next'>]: Paste } = {
  express: {
    name: 'mountCallbacks',
    from: 'callbacks',
    line: 'mountCallbacks(app, payments) // before app.use(express.json())',
  },
  fastify: { name: 'mountCallbacks', from: 'callbacks', line: 'mountCallbacks(app, payments)' },
  hono: { name: 'mountCallbacks', from: 'callbacks', line: 'mountCallbacks(app, payments)' },
  node: {
    name: 'answerCallback',
    from: 'callbacks',
    line: "if (request.url === '/payments/callbacks') return answerCallback(payments, request, response)",
  },
  nest: {
    name: 'paymentsModule',
    from: 'callbacks',
    line: 'imports: [paymentsModule(payments)] // in your module; and NestFactory.create(…, { rawBody: true })',
  },
}

const MOUNT = { name: 'mountGateway', line: "mountGateway(app, '/payments', gateway.fetch)" }
const GATEWAYS: { readonly [F in Exclude<Framework, 'next' | 'nest'>]: Paste } = {
  express: { ...MOUNT, from: '@galla/gateway/express' },
  hono: { ...MOUNT, from: '@galla/gateway/hono' },
  fastify: {
    name: 'toFastify',
    from: '@galla/gateway/fastify',
    line: "app.register(toFastify(gateway.fetch), { prefix: '/payments' })",
  },
  node: {
    name: 'toNode',
    from: '@galla/gateway/node',
    line: "if (request.url?.startsWith('/payments/')) return toNode(gateway.fetch)(request, response)",
  },
}

/** The imports and lines that a person pastes into the program. Paths are relative to the folder of the project. */
export function linesToPaste({ framework, gateway, language }: Choices, project: Project): string[] {
  const external = "serverExternalPackages: ['@galla/gateway', '@galla/postgres', '@galla/sdk'] // in next.config"
  if (framework === 'next') return gateway ? [external] : []
  const imported = (name: string, from: string) => {
    const path = `./payments/${from}${language === 'ts' ? '.ts' : project.isModule ? '.js' : '.mjs'}`
    return `import { ${name} } from '${from.startsWith('@') ? from : importOf(path, framework, project)}'`
  }
  if (!gateway) {
    const { name, from, line } = CALLBACKS[framework]
    return [imported('openPayments', 'open-payments'), imported(name, from), 'const payments = openPayments()', line]
  }
  if (framework === 'nest')
    return [
      imported('gatewaySettings', 'gateway-settings'),
      imported('GallaModule, mountGalla', '@galla/gateway/nest'),
      "imports: [GallaModule.forRoot({ ...gatewaySettings(), path: '' })] // in your module",
      `mountGalla(app) // in main.${language}, before app.listen()`,
    ]
  const { name, from, line } = GATEWAYS[framework]
  return [imported('openGateway', 'open-gateway'), imported(name, from), 'const gateway = await openGateway()', line]
}
