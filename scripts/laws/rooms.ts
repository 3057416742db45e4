import type { Breach } from './breach.ts'
import { type Import, isTest, type Source } from './source.ts'

interface Room {
  /** Files of the room. */
  in: RegExp
  /** What they may import beside their own files. */
  may: readonly RegExp[]
  /** The rule in words, with the way out. */
  rule: string
  way: string
}

const contractWords = /^@galla\/contract\//
const builtin = /^node:/
const notOurs = /^(?!@galla\/)[^./]/

/** Who may import whom. The first room that holds a file decides. */
const ROOMS: readonly Room[] = [
  {
    in: /^packages\/contract\/src\//,
    may: [],
    rule: 'contract imports nothing: it is words that every room can read',
    way: 'move what needs an import to the room that uses it',
  },
  {
    in: /^packages\/serve\/src\//,
    may: [builtin, /^@hono\/node-server$/],
    rule: 'serve is a leaf: node built-ins and its server adapter only',
    way: 'take what you need as an argument',
  },
  {
    in: /^packages\/sdk\/src\/(?:transport\/)?undici\.ts$/,
    may: [/^@galla\/contract\/(?:provider\/[\w-]+|money)$/, /^undici$/],
    rule: 'the undici subpath may load undici, and what the sdk may load',
    way: 'keep everything else behind the transport port',
  },
  {
    in: /^packages\/sdk\/src\/(?:watch\/)?otel\.ts$/,
    may: [/^@galla\/contract\/(?:provider\/[\w-]+|money)$/, /^@opentelemetry\/api$/],
    rule: 'the otel subpath may load @opentelemetry/api, and what the sdk may load',
    way: 'keep everything else behind the hooks',
  },
  {
    in: /^packages\/sdk\/src\//,
    may: [/^@galla\/contract\/(?:provider\/[\w-]+|money)$/],
    rule: 'the sdk imports contract/provider and contract/money, and no package at run time',
    way: "reach a node built-in through process.getBuiltinModule('node:…'); write the rest by hand or take it as an option",
  },
  {
    in: /^packages\/sandbox\/src\//,
    may: [contractWords, /^@galla\/serve\//, builtin, /^hono(?:\/|$)/, /^@hono\/node-server$/, /^(?:uqr|zod)$/],
    rule: 'the sandbox imports contract and serve, never the sdk: a signer that both sides share hides its own faults',
    way: 'write it a second time from the protocol, and test both against the same vector',
  },
  {
    in: /^packages\/postgres\/src\//,
    may: [builtin, notOurs],
    rule: 'postgres is a leaf that knows no payment word',
    way: 'take what you need as an argument',
  },
  {
    in: /^packages\/gateway\/src\//,
    may: [contractWords, /^@galla\/serve\//, /^@galla\/(?:sdk|postgres)$/, builtin, notOurs],
    rule: 'the gateway imports contract, serve, the sdk and postgres by their doors, never the sandbox',
    way: 'ask the provider through the port that createGateway was given',
  },
  {
    in: /^packages\/testkit\/src\//,
    may: [
      contractWords,
      builtin,
      /^vitest$/,
      /^fast-check$/,
      /^playwright-core$/,
      /^@sparticuz\/chromium$/,
      /^@axe-core\/playwright$/,
    ],
    rule: 'testkit imports contract only: its batteries take the thing under test as an argument',
    way: 'pass the implementation in',
  },
  {
    in: /^packages\/cli\/src\//,
    may: [contractWords, /^@galla\/serve\//, /^@galla\/(?:sdk|sandbox|gateway|postgres)(?:\/testing)?$/, builtin],
    rule: 'the cli uses public doors',
    way: 'export what you need by name from the other room’s src/index.ts',
  },
  {
    in: /^packages\/react\/src\//,
    may: [contractWords, /^react(?:-dom)?(?:\/|$)/, /^uqr$/, /^jsencrypt$/, /\.css$/],
    rule: 'what the payer touches imports contract, never the sdk (it holds secrets) nor a server’s source',
    way: 'ask over HTTP, with a type in contract',
  },
  {
    in: /^apps\/checkout-page\/src\//,
    may: [
      contractWords,
      /^@galla\/react\/(?:parts|words\/hi)$/,
      /^react(?:-dom)?(?:\/|$)/,
      /^@fontsource-variable\//,
      /\.(?:css|woff2|svg)(?:\?\w+)?$/,
    ],
    rule: 'the hosted page imports contract and the parts of @galla/react, never the sdk (it holds secrets) nor the sandbox’s source',
    way: 'ask the page API, with a type in contract/sandbox-api/page-routes',
  },
  {
    in: /^apps\/console\/src\//,
    may: [
      contractWords,
      /^@galla\/react(?:\/(?:core|parts|words\/hi))?$/,
      /^react(?:-dom)?(?:\/|$)/,
      /^@tanstack\//,
      /^@base-ui\/react(?:\/|$)/,
      /^(?:uplot|lucide-react)(?:\/|$)/,
      /^@fontsource-variable\//,
      /\.(?:css|woff2|svg)(?:\?\w+)?$/,
    ],
    rule: 'the console imports contract and the doors of @galla/react, never the sdk (it holds secrets) nor the gateway’s source',
    way: 'ask the console API, with a type in contract/gateway-api/console-routes',
  },
  {
    in: /^apps\/shop\/src\/server\//,
    may: [contractWords, /^@galla\/(?:serve\/[\w-]+|sdk|gateway(?:\/[\w-]+)?)$/, builtin, /^hono(?:\/|$)/],
    rule: 'the shop’s server uses public doors, as a merchant would',
    way: 'export what you need by name from the other room’s src/index.ts',
  },
  {
    in: /^apps\/shop\/src\//,
    may: [
      contractWords,
      /^@galla\/react(?:\/(?:core|parts|words\/hi))?$/,
      /^react(?:-dom)?(?:\/|$)/,
      /^@fontsource-variable\//,
      /\.(?:css|woff2|svg)(?:\?\w+)?$/,
    ],
    rule: 'the shop’s browser half imports contract and the doors of @galla/react, never the sdk (it holds secrets)',
    way: 'ask the shop’s server over HTTP',
  },
  {
    in: /^(?:examples|bench)\//,
    may: [
      notOurs,
      /^@galla\/(?:sdk|sandbox|gateway|postgres)(?:\/(?:testing|undici|otel|compat|express|fastify|hono|next|node|email))?$/,
      /^@galla\/react(?:\/(?:parts|theme\.css|words\/hi))?$/,
    ],
    rule: 'examples and the bench use public doors, as a merchant would',
    way: 'export what you need by name, or do without',
  },
]

/** Published rooms and the doors that they have. */
const DOORS = /^@galla\/(?:sdk(?:\/(?:testing|undici|otel|compat|package\.json))?|sandbox(?:\/package\.json)?)$/

export function rooms(sources: readonly Source[]): Breach[] {
  return sources.flatMap((source) => {
    const room = isTest(source.path) ? undefined : ROOMS.find(({ in: here }) => here.test(source.path))
    return source.imports.flatMap((imported) => [
      ...(leavesPackage(source.path, imported)
        ? [breach(source, imported, 'a relative import stays inside its package', 'import the package by its name')]
        : []),
      ...(/^@galla\/(?:sdk|sandbox)\//.test(imported.specifier) && !DOORS.test(imported.specifier)
        ? [breach(source, imported, 'no deep path into a published package', 'use its public door')]
        : []),
      ...(room &&
      !isOwn(imported) &&
      !room.may.some((allowed) => allowed.test(imported.specifier)) &&
      !isTypeOfRuntime(imported)
        ? [breach(source, imported, room.rule, room.way)]
        : []),
    ])
  })
}

const isOwn = (imported: Import) => imported.specifier.startsWith('.')

/** `typeof import('node:http')` describes a built-in and loads nothing. */
const isTypeOfRuntime = (imported: Import) => imported.typeOnly && builtin.test(imported.specifier)

/** `packages/sdk` of a file below it; a file beside the packages belongs to the folder that holds them. */
const packageOf = (path: string) => path.split('/').slice(0, 2).join('/')
const isInPackage = (path: string) => path.split('/').length > 2

const leavesPackage = (path: string, imported: Import) =>
  isInPackage(path) &&
  isOwn(imported) &&
  packageOf(imported.target) !== packageOf(path) &&
  !(isBuild(path) && packageOf(imported.target) === 'scripts/lib')

/** How a page is built belongs to the scripts, which are no package: there is no name to import them by. */
const isBuild = (path: string) => /^apps\/[^/]+\/vite\.config\.ts$/.test(path)

const breach = (source: Source, imported: Import, rule: string, way: string): Breach => ({
  file: source.path,
  line: imported.line,
  found: `import from '${imported.specifier}'`,
  rule,
  way,
})
