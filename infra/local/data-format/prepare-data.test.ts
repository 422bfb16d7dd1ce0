import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataFormatError } from './data-format-error.ts'
import { readDataFormat } from './format-file.ts'
import type { Migration } from './migration.ts'
import { MIGRATIONS } from './migrations.ts'
import { prepareData } from './prepare-data.ts'

const FILES = ['dynamodb.sqlite', 'sqs.sqlite', 's3/s3.sqlite']
const FORMAT = MIGRATIONS.at(-1)!.to

let dir: string
let log: string[]

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'balcao-format-'))
  log = []
})

afterEach(() => rmSync(dir, { recursive: true, force: true }))

const prepare = (version = '1.0.0', steps?: readonly Migration[]) =>
  prepareData(dir, version, line => log.push(line), steps)

/** Makes databases of a hundred pages. */
function makeDatabases(): void {
  mkdirSync(join(dir, 's3'), { recursive: true })
  for (const file of FILES) {
    const database = new DatabaseSync(join(dir, file))
    database.exec('PRAGMA journal_mode=WAL; CREATE TABLE item(pk TEXT PRIMARY KEY, body TEXT)')
    database.exec('BEGIN')
    for (let i = 0; i < 100; i++) database.prepare('INSERT INTO item VALUES(?,?)').run(`key${i}`, 'x'.repeat(4000))
    database.exec('COMMIT')
    database.close()
  }
}

async function makeMarked(): Promise<void> {
  makeDatabases()
  const mark = await prepare()
  mark()
}

describe('numbers', () => {
  it('marks an empty directory only once its databases exist', async () => {
    const mark = await prepare()
    expect(readDataFormat(dir)).toBeUndefined()
    mark()
    expect(readDataFormat(dir)).toEqual({ format: FORMAT, version: '1.0.0' })
    expect(statSync(join(dir, 'format.json')).mode & 0o077).toBe(0)
    expect(log).toEqual([])
  })

  it('takes data without a number through every step, and marks each', async () => {
    makeDatabases()
    const seen: number[] = []
    const step = (to: number): Migration => ({
      to,
      summary: `step ${to}`,
      run: () => void seen.push(readDataFormat(dir)!.format),
    })
    await prepare('2.0.0', [step(2), step(3), step(4)])
    expect(seen).toEqual([1, 2, 3])
    expect(readDataFormat(dir)).toEqual({ format: 4, version: '2.0.0' })
    expect(log).toEqual(['data format 2: step 2', 'data format 3: step 3', 'data format 4: step 4'])
  })

  it('goes on with the step that failed', async () => {
    makeDatabases()
    let fails = true
    const ran: number[] = []
    const step = (to: number): Migration => ({
      to,
      summary: '',
      run() {
        if (to === 3 && fails) throw new Error('no room')
        ran.push(to)
      },
    })
    const steps = [step(2), step(3)]
    await expect(prepare('2.0.0', steps)).rejects.toThrow('no room')
    expect(readDataFormat(dir)?.format).toBe(2)
    fails = false
    await prepare('2.0.0', steps)
    expect(ran).toEqual([2, 3])
  })

  it('refuses data of a newer version, and names it', async () => {
    await makeMarked()
    writeFileSync(join(dir, 'format.json'), JSON.stringify({ format: FORMAT + 1, version: '9.1.0' }))
    await expect(prepare()).rejects.toThrow(/written by Balcão 9\.1\.0 \(data format \d+\).*Start the newer version/s)
  })

  it.each(['', '{', '{"format":0,"version":"1"}', '{"format":"2"}', 'null'])('refuses the number %j', async text => {
    await makeMarked()
    writeFileSync(join(dir, 'format.json'), text)
    await expect(prepare()).rejects.toThrow('format.json is damaged')
  })

  it('has one step for each format', () => {
    expect(MIGRATIONS.map(({ to }) => to)).toEqual(MIGRATIONS.map((_, i) => i + 2))
  })
})

describe('damage', () => {
  const damages: [string, (file: string) => void][] = [
    ['is missing', file => rmSync(file)],
    ['is empty', file => truncateSync(file, 0)],
    ['is another kind of file', file => writeFileSync(file, 'x'.repeat(10_000))],
    ['lost its end', file => truncateSync(file, 100_000)],
    ['has a page of zeros', file => overwrite(file, 8192, Buffer.alloc(4096))],
  ]
  for (const file of FILES)
    it.each(damages)(`of ${file} that %s stops the start and changes nothing`, async (_, damage) => {
      await makeMarked()
      damage(join(dir, file))
      const before = existsSync(join(dir, file)) ? readFileSync(join(dir, file)) : undefined
      const refused = prepare()
      await expect(refused).rejects.toThrow(DataFormatError)
      await expect(refused).rejects.toThrow(join(dir, file))
      await expect(refused).rejects.toThrow('npm run restore -- --from')
      expect(existsSync(join(dir, file)) ? readFileSync(join(dir, file)) : undefined).toEqual(before)
    })

  it('is not what a killed process leaves in the journal', async () => {
    await makeMarked()
    const database = new DatabaseSync(join(dir, 'sqs.sqlite'))
    database.exec('PRAGMA wal_autocheckpoint=0')
    database.prepare('INSERT INTO item VALUES(?,?)').run('last', 'y'.repeat(100_000))
    const copy = `${dir}-killed`
    cpSync(dir, copy, { recursive: true })
    database.close()
    await prepareData(copy, '1.0.0', () => {})
    const reopened = new DatabaseSync(join(copy, 'sqs.sqlite'))
    expect(reopened.prepare('SELECT count(*) AS n FROM item').get()).toEqual({ n: 101 })
    reopened.close()
    rmSync(copy, { recursive: true })
  })
})

function overwrite(file: string, at: number, bytes: Buffer): void {
  const whole = readFileSync(file)
  bytes.copy(whole, at)
  writeFileSync(file, whole)
}
