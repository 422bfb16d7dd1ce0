import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cloud, CloudOptions } from '../cloud-options.ts'
import { startCloud } from '../start-cloud.ts'
import { writeFixture } from './write-fixture.ts'

export type RecordedEntry = Record<string, unknown> & { start?: string[]; end?: string[]; routeKey?: string }

export type FixtureCloud = Cloud & {
  /** Returns everything the fixture's functions have recorded so far, in order. */
  records: () => RecordedEntry[]
  /** Waits for a recorded entry. @throws after thirty seconds */
  recorded: (found: (entry: RecordedEntry) => boolean) => Promise<RecordedEntry>
}

/**
 * Starts the local cloud on the fixture's templates, in a temporary directory that is removed with
 * it.
 */
export async function startFixture(options: Partial<CloudOptions> = {}): Promise<FixtureCloud> {
  const dir = mkdtempSync(join(tmpdir(), 'balcao-fixture-'))
  writeFixture(dir)
  const recordFile = join(dir, 'records.jsonl')
  const cloud = await startCloud({
    dataDir: join(dir, 'data'),
    assembly: dir,
    port: 0,
    simPort: 0,
    only: [],
    ...options,
    env: { RECORD_FILE: recordFile, ...options.env },
  })
  const records = () => readRecords(recordFile)
  return {
    ...cloud,
    records,
    async recorded(found) {
      const end = Date.now() + 30_000
      for (;;) {
        const entry = records().find(found)
        if (entry) return entry
        if (Date.now() > end) throw new Error(`not recorded; there is ${JSON.stringify(records())}`)
        await sleep(10)
      }
    },
    async close() {
      await cloud.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

function readRecords(file: string): RecordedEntry[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line) as RecordedEntry)
  } catch {
    return []
  }
}
