import type { Appearance } from '@galla/contract/appearance/appearance'

/** A way to write an appearance down. */
export interface Snippet {
  readonly title: string
  readonly code: string
}

/** A merchant's values as source text. Texts are JSON strings, in which no value can end its quotation marks. */
export function snippetsOf(appearance: Appearance): readonly Snippet[] {
  const { logo, ...rest } = appearance
  const file = logo && `logo.${extensionOf(logo)}`
  const lines = (logoCode: string | undefined) =>
    Object.entries({ ...rest, ...(logoCode && { logo: logoCode }) })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, name === 'logo' ? value : JSON.stringify(value)] as const)
  const object = (logoCode: string | undefined, indent: string) =>
    `{\n${lines(logoCode)
      .map(([name, code]) => `${indent}  ${name}: ${code},\n`)
      .join('')}${indent}}`
  const json = lines(file && JSON.stringify(file)).map(([name, code]) => `  ${JSON.stringify(name)}: ${code}`)
  return [
    {
      title: 'React',
      code: `<GallaProvider\n  gatewayUrl="/payments"\n  appearance={${object(file && JSON.stringify(`/${file}`), '  ')}}\n>`,
    },
    {
      title: 'Sandbox in a test or a server',
      code: `createSandbox({\n  appearance: ${object(file && `\`data:image/${typeOf(logo)};base64,\${readFileSync('${file}', 'base64')}\``, '  ')},\n})`,
    },
    { title: 'File for galla sandbox --appearance appearance.json', code: `{\n${json.join(',\n')}\n}` },
  ]
}

const typeOf = (dataUrl = ''): string => /^data:image\/(png|jpeg|webp);/.exec(dataUrl)?.[1] ?? 'png'

const extensionOf = (dataUrl: string): string => typeOf(dataUrl).replace('jpeg', 'jpg')
