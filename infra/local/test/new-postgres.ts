import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, openAsBlob, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { REPOSITORY } from '../../constructs/repository.ts'
import { fingerprint } from '../fingerprint.ts'

const FOLDER = join(REPOSITORY, '.cache/local/postgres')

/**
 * Creates an empty PostgreSQL in memory, for tests. To initialize one takes 3 s of processor time,
 * so an initialized one is kept between runs.
 */
export async function newPostgres(): Promise<PGlite> {
  const print = fingerprint(REPOSITORY, ['node_modules/@electric-sql/pglite/package.json']).slice(0, 16)
  const kept = join(FOLDER, `${print}.tar.gz`)
  if (existsSync(kept)) return PGlite.create({ loadDataDir: await openAsBlob(kept) })
  const database = await PGlite.create()
  const dump = await database.dumpDataDir('gzip')
  const making = `${kept}.${randomUUID()}`
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(making, Buffer.from(await dump.arrayBuffer()))
  renameSync(making, kept)
  return database
}
