#!/usr/bin/env node
import { create } from '../dist/index.mjs'

process.exitCode = await create(process.argv.slice(2))
