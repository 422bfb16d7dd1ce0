import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { REPOSITORY } from '../constructs/repository.ts'
import { NODE_ARGUMENTS, START_ENVIRONMENT } from './node-environment.ts'

it('is what npm start gives its own process', () => {
  const { scripts } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const all = { ...START_ENVIRONMENT, NODE_COMPILE_CACHE: relative(REPOSITORY, START_ENVIRONMENT.NODE_COMPILE_CACHE) }
  const variables = Object.entries(all).map(([name, value]) => `${name}=${value}`)
  expect(scripts.start).toMatch(`${variables.join(' ')} node ${NODE_ARGUMENTS.join(' ')} infra/`)
})
