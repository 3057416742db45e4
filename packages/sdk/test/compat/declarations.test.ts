import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const official = join(dirname(createRequire(import.meta.url).resolve('@phonepe-pg/pg-sdk-node')), 'index.d.ts')
const ours = join(import.meta.dirname, '../../src/compat/index.ts')

const program = ts.createProgram([official, ours], {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ['node'],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  customConditions: ['galla-source'],
})
const checker = program.getTypeChecker()

type Symbols = ReadonlyMap<string, ts.Symbol>
interface Pair {
  readonly name: string
  readonly official: ts.Type
  readonly ours: ts.Type
}

function exportsOf(file: string): Symbols {
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  if (!module) throw new Error(`${file} is not a module`)
  return new Map(
    checker
      .getExportsOfModule(module)
      .map((found) => [found.name, found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found]),
  )
}

const modifiersOf = (symbol: ts.Symbol) =>
  (symbol.declarations ?? []).reduce((flags, one) => flags | ts.getCombinedModifierFlags(one), 0)
const HIDDEN = ts.ModifierFlags.Private | ts.ModifierFlags.Protected
const membersOf = (type: ts.Type): Symbols =>
  new Map(
    checker
      .getPropertiesOfType(type)
      .filter((member) => !(modifiersOf(member) & HIDDEN) && member.name !== 'prototype')
      .map((member) => [member.name, member]),
  )
const isReadonly = (member: ts.Symbol) =>
  Boolean(modifiersOf(member) & ts.ModifierFlags.Readonly) ||
  (Boolean(member.flags & ts.SymbolFlags.GetAccessor) && !(member.flags & ts.SymbolFlags.SetAccessor))
const isOptional = (member: ts.Symbol) => Boolean(member.flags & ts.SymbolFlags.Optional)
const callOf = (member: ts.Symbol) => checker.getTypeOfSymbol(member).getCallSignatures()[0]
const fewestArguments = (signature: ts.Signature) =>
  signature.parameters.filter(({ valueDeclaration: one }) => {
    if (!one || !ts.isParameter(one)) throw new Error('a parameter without a declaration')
    return !one.questionToken && !one.initializer && !one.dotDotDotToken
  }).length

const officialExports = exportsOf(official)
const ourExports = exportsOf(ours)

/** Each exported class, enum and interface, the static side of each class, and the builder that a static function returns. */
function* pairs(): Iterable<Pair> {
  for (const [name, symbol] of officialExports) {
    const other = ourExports.get(name)
    if (!other) continue
    const isEnum = symbol.flags & ts.SymbolFlags.Enum
    const typeOf = isEnum ? checker.getTypeOfSymbol : checker.getDeclaredTypeOfSymbol
    yield { name, official: typeOf(symbol), ours: typeOf(other) }
    if (!(symbol.flags & ts.SymbolFlags.Class)) continue
    const statics = { official: checker.getTypeOfSymbol(symbol), ours: checker.getTypeOfSymbol(other) }
    yield { name: `${name} (static)`, ...statics }
    const theirs = membersOf(statics.ours)
    for (const [creator, member] of membersOf(statics.official)) {
      const made = callOf(member)?.getReturnType()
      const ourMember = theirs.get(creator)
      const ourMade = ourMember && callOf(ourMember)?.getReturnType()
      if (made && ourMade && /builder$/i.test(creator))
        yield { name: `${name}.${creator}()`, official: made, ours: ourMade }
    }
  }
}

/** Every place where code for the official package would no longer compile, or that the official package lacks. */
function differences(): string[] {
  const found: string[] = []
  for (const { name, official: before, ours: after } of pairs()) {
    const theirs = membersOf(after)
    for (const [key, member] of membersOf(before)) {
      const other = theirs.get(key)
      const at = `${name} ${key}`
      if (!other) {
        found.push(`absent: ${at}`)
        continue
      }
      // Setters of a builder are called, not assigned.
      const isSetter = /builder(?:\(\))?$/i.test(name)
      if (isReadonly(other) && !isReadonly(member) && !isSetter) found.push(`cannot be assigned: ${at}`)
      if (isOptional(member) !== isOptional(other)) found.push(`optional on one side: ${at}`)
      const [call, ourCall] = [callOf(member), callOf(other)]
      if (call && ourCall && fewestArguments(ourCall) > fewestArguments(call)) found.push(`more arguments: ${at}`)
    }
    const known = membersOf(before)
    for (const key of theirs.keys()) if (!known.has(key)) found.push(`added: ${name} ${key}`)
  }
  return found.map((line) => line.replaceAll(' (static)', '.'))
}

const CLIENTS = ['CustomCheckoutClient', 'StandardCheckoutClient']
const EXCEPTIONS = [...officialExports.keys()].filter((name) =>
  /^(?:PhonePeException|.*Error|BadRequest|Unauthorized.*|Forbidden.*|Resource.*|Expectation.*|TooMany.*)$/.test(name),
)

describe('the declarations of the official package', () => {
  it('have each exported name here, and these additions [additions]', () => {
    expect([...officialExports.keys()].filter((name) => !ourExports.has(name))).toEqual([])
    const added = [...ourExports.keys()].filter((name) => !officialExports.has(name))
    expect(added).toEqual(['TokenPayRequestBuilder', 'CompatOptions', 'configure'])
    expect(officialExports.size).toBe(84)
  })

  it('have each public member here, as optional and as assignable [insides]', () => {
    const insides = ['prepareHeaders', 'httpClient', 'tokenService', 'merchantConfig', 'eventPublisher']
    expect(differences().sort()).toEqual(
      [
        ...CLIENTS.flatMap((name) => [
          ...insides.map((key) => `absent: ${name} ${key}`),
          `added: ${name} flush`,
          `added: ${name} close`,
        ]),
        ...EXCEPTIONS.flatMap((name) => [`added: ${name} outcome`, `added: ${name} retryable`]),
        'added: CallbackResponse event',
        'added: CustomCheckoutPayRequest. UpiCollectPayViaPhoneNumberRequestBuilder',
        'added: CustomCheckoutPayRequest.UpiQrRequestBuilder() deviceOS',
        'added: UpiQrRequestBuilder deviceOS',
        // Private in the official package, though they are sent.
        'added: MerchantUrls redirectUrl',
        'added: PgCheckoutPaymentFlow merchantUrls',
        'added: PgCheckoutPaymentFlow message',
      ].sort(),
    )
  })
})
