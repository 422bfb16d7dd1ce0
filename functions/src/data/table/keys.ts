/** Keys of the table and its indexes. */
import { TABLE } from '@balcao/shared/table.ts'

/** Names of the key attributes. */
export const FIELDS = {
  main: { pk: TABLE.partitionKey, sk: TABLE.sortKey },
  gsi1: { index: 'gsi1', pk: 'gsi1pk', sk: 'gsi1sk' },
  gsi2: { index: 'gsi2', pk: 'gsi2pk', sk: 'gsi2sk' },
  gsi3: { index: 'gsi3', pk: 'gsi3pk', sk: 'gsi3sk' },
} as const

export type IndexName = keyof typeof FIELDS

/** Returns the attributes that store a row's kind. */
export const ownedBy = (entity: string) => ({ __edb_e__: entity, __edb_v__: '1' })

/** Key of a row. */
export type TableKey = { pk: string; sk: string }
