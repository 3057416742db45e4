// A bundle in CommonJS would run the library before the polyfill that a part of the library wants to find.
import 'reflect-metadata'

export * from '@simplewebauthn/server'
