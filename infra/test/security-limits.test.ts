import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { REPOSITORY } from '../constructs/repository.ts'

const read = (file: string): string => readFileSync(join(REPOSITORY, file), 'utf8')

/** Rows of the table of limits: what, value, file, words. */
const rows = read('SECURITY.md')
  .split('\n## Limits\n')[1]!
  .split('\n')
  .filter(line => line.startsWith('| ') && !line.startsWith('| limit '))
  .map(line => line.slice(2, -2).split(' | ') as [string, string, string, string])
  .map(([limit, value, file, words]) => ({ limit, value, file: file.slice(1, -1), words: words.slice(1, -1) }))

describe('the limits in SECURITY.md', () => {
  it('are there', () => {
    expect(rows.length).toBeGreaterThan(40)
  })

  it.each(rows)('$limit: $value', ({ file, words }) => {
    expect(existsSync(join(REPOSITORY, file)), file).toBe(true)
    expect(read(file)).toContain(words)
  })
})
