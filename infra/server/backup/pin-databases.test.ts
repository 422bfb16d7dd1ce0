import { join } from 'node:path'
import { backup as copyDatabase, DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { removeAll, scratch } from './test/open-state.ts'

const root = scratch()
afterAll(() => removeAll([root]))

describe('a pinned database', () => {
  it('is copied as it was when the transaction began, whoever writes before and meanwhile', async () => {
    const file = join(root, 'pinned.sqlite')
    const writer = new DatabaseSync(file)
    writer.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; CREATE TABLE row(n INTEGER, text TEXT)')
    const insert = writer.prepare(`INSERT INTO row VALUES(?, '${'x'.repeat(1000)}')`)
    const write = (from: number, to: number) => {
      for (let n = from; n < to; n++) insert.run(n)
    }
    write(0, 1000)
    const reader = new DatabaseSync(file, { readOnly: true })
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM sqlite_schema').get()
    write(1000, 3000)
    writer.exec('PRAGMA wal_checkpoint(PASSIVE); UPDATE row SET text = 1 WHERE n < 500')
    const copying = copyDatabase(reader, join(root, 'copy.sqlite'), { rate: 10 })
    for (let n = 3000; n < 3100; n += 10) {
      write(n, n + 10)
      await sleep(1)
    }
    await copying
    reader.close()
    const copy = new DatabaseSync(join(root, 'copy.sqlite'))
    expect(copy.prepare('SELECT count(*) n, max(n) last, min(length(text)) least FROM row').get()).toEqual({
      n: 1000,
      last: 999,
      least: 1000,
    })
    expect(copy.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    expect(writer.prepare('SELECT count(*) n FROM row').get()).toEqual({ n: 3100 })
    for (const each of [copy, writer]) each.close()
  })
})
