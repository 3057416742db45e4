import { expect, it } from 'vitest'
import { snippetsOf } from './code.ts'

const codeOf = (appearance: Parameters<typeof snippetsOf>[0]) => snippetsOf(appearance).map(({ code }) => code)

it('writes the same names in each place', () => {
  const logo = 'data:image/jpeg;base64,AAAA'
  const [react, sandbox, json] = codeOf({ merchantName: 'Chai', accentColor: '#0077cc', radius: 0, logo })
  expect(react).toBe(
    '<GallaProvider\n  gatewayUrl="/payments"\n  appearance={{\n    merchantName: "Chai",\n    accentColor: "#0077cc",\n    radius: 0,\n    logo: "/logo.jpg",\n  }}\n>',
  )
  expect(sandbox).toContain(`logo: \`data:image/jpeg;base64,\${readFileSync('logo.jpg', 'base64')}\`,`)
  expect(JSON.parse(json ?? '')).toEqual({ merchantName: 'Chai', accentColor: '#0077cc', radius: 0, logo: 'logo.jpg' })
})

it('a hostile name stays within its quotation marks', () => {
  const merchantName = `"}}><script>$\{alert(1)}\`\\`
  for (const code of codeOf({ merchantName })) expect(code).toContain(JSON.stringify(merchantName))
  expect(JSON.parse(codeOf({ merchantName })[2] ?? '')).toEqual({ merchantName })
})
