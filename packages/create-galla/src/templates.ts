import type { Choices, Framework } from './choices.ts'

/** The files of a template: paths below `examples`, which are the sources of every template. */
interface Parts {
  /** Files of the shop. */
  readonly files: readonly string[]
  /** The file that `galla init` adds beside the shared parts to receive callbacks. */
  readonly routes: readonly string[]
  /** Packages beside those of Galla that the shop needs when it runs. */
  readonly dependencies: readonly string[]
}

interface Template {
  readonly sdk: Parts
  readonly gateway: Parts
  /** Packages with types, for TypeScript only. */
  readonly types: readonly string[]
}

/** Shared parts: every template has those of `always`. */
export const SHARED = {
  always: ['starter/settings.ts'],
  start: ['starter/start.ts'],
  sdk: ['starter/payments.ts', 'starter/open-payments.ts', 'starter/sdk-test.ts'],
  gateway: ['starter/gateway-settings.ts', 'starter/gateway-test.ts'],
} as const

const OPEN_GATEWAY = 'starter/open-gateway.ts'
const ANSWERS = 'starter/answers.ts'

const server = (folder: string, packages: readonly string[], more: readonly string[] = []) => ({
  sdk: {
    files: [`${folder}/app.ts`, `${folder}/callbacks.ts`, `${folder}/serve-app.ts`, ...more],
    routes: [`${folder}/callbacks.ts`, ...more],
    dependencies: packages,
  },
  gateway: {
    files: [`${folder}/shop.ts`, `${folder}/serve-shop.ts`, OPEN_GATEWAY, ANSWERS, ...more],
    routes: [OPEN_GATEWAY],
    dependencies: packages,
  },
})

const NEST = ['@nestjs/common', '@nestjs/core', '@nestjs/platform-express', 'reflect-metadata', 'rxjs']
const NEXT = ['next', 'react', 'react-dom']
const nest = server('nest', NEST)

export const TEMPLATES: { readonly [F in Framework]: Template } = {
  express: { ...server('express', ['express']), types: ['@types/express'] },
  fastify: { ...server('fastify', ['fastify']), types: [] },
  hono: { ...server('hono', ['hono', '@hono/node-server']), types: [] },
  node: { ...server('node-http', [], ['node-http/read-body.ts']), types: [] },
  nest: {
    sdk: nest.sdk,
    gateway: { ...nest.gateway, files: nest.gateway.files.filter((file) => file !== OPEN_GATEWAY), routes: [] },
    types: [],
  },
  next: {
    sdk: {
      files: [
        'get-payments.ts',
        'next.config.ts',
        'app/layout.tsx',
        'app/page.tsx',
        'app/buy/route.ts',
        'app/payments/callbacks/route.ts',
        'app/thanks/page.tsx',
      ].map((name) => `next/without-gateway/${name}`),
      routes: ['next/without-gateway/get-payments.ts', 'next/without-gateway/app/payments/callbacks/route.ts'],
      dependencies: NEXT,
    },
    gateway: {
      files: [
        ANSWERS,
        ...[
          'gateway.ts',
          'instrumentation.ts',
          'next.config.ts',
          'app/layout.tsx',
          'app/page.tsx',
          'app/shop.css',
          'app/buy/route.ts',
          'app/checkout/checkout.tsx',
          'app/checkout/create-order.ts',
          'app/checkout/page.tsx',
          'app/thanks/page.tsx',
          'app/payments/[[...path]]/route.ts',
          'app/admin/payments/[[...path]]/route.ts',
        ].map((name) => `next/${name}`),
      ],
      routes: ['next/gateway.ts', 'next/app/payments/[[...path]]/route.ts'],
      dependencies: [...NEXT, '@galla/react'],
    },
    types: ['@types/react'],
  },
}

/** Sources of a new shop. */
export function sourcesOf({ framework, gateway }: Pick<Choices, 'framework' | 'gateway'>): string[] {
  const kind = gateway ? 'gateway' : 'sdk'
  return [...SHARED.always, ...SHARED.start, ...SHARED[kind], ...TEMPLATES[framework][kind].files]
}

/** Sources that `galla init` adds to a project. */
export function sourcesToAdd({ framework, gateway }: Pick<Choices, 'framework' | 'gateway'>): string[] {
  const kind = gateway ? 'gateway' : 'sdk'
  return [...SHARED.always, ...SHARED[kind], ...TEMPLATES[framework][kind].routes]
}

const RENAMED: { readonly [name: string]: string } = {
  'serve-app.ts': 'server.ts',
  'serve-shop.ts': 'server.ts',
  'sdk-test.ts': 'payment.test.ts',
  'gateway-test.ts': 'payment.test.ts',
}

/** Path of a source in the shop: `starter/settings.ts` is `settings.ts`, `next/without-gateway/app/page.tsx` is `app/page.tsx`. */
export function placeOf(source: string): string {
  const path = source.replace(/^(?:next\/without-gateway|[^/]+)\//, '')
  return RENAMED[path] ?? path
}
