import { giveTableReader } from '@balcao/functions/data/table/table-reader.ts'
import { openTableReader } from '../dynamodb/open-table-reader.ts'

/** Lets the functions' code in this process read the table as the local cloud lets functions: in the file of `localEnvironment`. */
export function readBeside(): void {
  const { TABLE_FILE } = process.env
  if (TABLE_FILE) giveTableReader(openTableReader(TABLE_FILE))
}
