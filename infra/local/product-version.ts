import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY } from '../constructs/repository.ts'

/** Returns the version of this code, as its package states it. */
export const productVersion = (): string =>
  (JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as { version: string }).version
