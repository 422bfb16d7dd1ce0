import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type CreateTableCommandInput, type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb'
import { toItem } from '@balcao/functions/data/table/attribute-values.ts'
import type { ItemWriter } from '../demo/seed/load-company.ts'

/**
 * Writes items to files as DynamoDB exports them, which the embedded engine imports several times
 * faster than batches.
 * @param dir folder of the files; emptied first
 */
export function createExport(dir: string, table: CreateTableCommandInput & { TableName: string }) {
  rmSync(dir, { recursive: true, force: true })
  const data = join(dir, table.TableName, 'data')
  mkdirSync(data, { recursive: true })
  const schema = join(dir, 'schema.json')
  writeFileSync(schema, JSON.stringify({ Table: { ...table, TableStatus: 'ACTIVE' } }))
  const file = createWriteStream(join(data, 'items.json'))
  let items = 0
  const line = async (item: object) => {
    items += 1
    if (!file.write(`${JSON.stringify({ Item: item })}\n`)) await once(file, 'drain')
  }
  const writer: ItemWriter = {
    async add(writes) {
      for (const { item } of writes) await line(toItem(item.Put!.Item as Record<string, unknown>))
    },
    end: async () => undefined,
    items: () => items,
  }
  return {
    writer,
    /** Adds the items of a table. */
    async addTable(client: DynamoDBClient): Promise<void> {
      for await (const { Items = [] } of paginateScan({ client }, { TableName: table.TableName }))
        for (const item of Items) await line(item)
    },
    /** Replaces `database`, which no engine may have open, by a database of all added items. */
    async importInto(database: string): Promise<void> {
      file.end()
      await once(file, 'finish')
      for (const part of ['', '-wal', '-shm']) rmSync(`${database}${part}`, { force: true })
      const manifest = createRequire(import.meta.url).resolve('@dynoxide/linux-x64/package.json')
      await promisify(execFile)(join(dirname(manifest), 'dynoxide'), [
        'import',
        '--source',
        dir,
        '--schema',
        schema,
        '--output',
        database,
      ])
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
