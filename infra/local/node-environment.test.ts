import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { REPOSITORY } from '../constructs/repository.ts'
import { NODE_ENVIRONMENT } from './node-environment.ts'

it('is what npm start gives its own process', () => {
  const { scripts } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const { MALLOC_MMAP_THRESHOLD_, NODE_COMPILE_CACHE } = NODE_ENVIRONMENT
  const cache = relative(REPOSITORY, NODE_COMPILE_CACHE)
  expect(scripts.start).toMatch(
    `MALLOC_MMAP_THRESHOLD_=${MALLOC_MMAP_THRESHOLD_} NODE_COMPILE_CACHE=${cache} node --disable-warning`,
  )
})
