/**
 * What every ElectroDB entity of the table shares: service name, casing, key fields. Entities stay inside `data/`; the
 * rest of the code sees plain functions with `companyId` first.
 */
import { WEEKDAYS } from '@balcao/shared/entities/working-hours.ts'
import { SYSTEM, TABLE } from '@balcao/shared/table.ts'

/** The attributes which keys of the table and its indexes are. */
export const FIELDS = {
  main: { pk: TABLE.partitionKey, sk: TABLE.sortKey },
  gsi1: { index: 'gsi1', pk: 'gsi1pk', sk: 'gsi1sk' },
  gsi2: { index: 'gsi2', pk: 'gsi2pk', sk: 'gsi2sk' },
  gsi3: { index: 'gsi3', pk: 'gsi3pk', sk: 'gsi3sk' },
} as const

export type IndexName = keyof typeof FIELDS

/** What ElectroDB knows its rows by: for items that are written without it and read with it. */
export const ownedBy = (entity: string) => ({ __edb_e__: entity, __edb_v__: '1' })

/** The condition by which a row is written only where none is. */
export const IF_NEW = {
  ConditionExpression: 'attribute_not_exists(#pk)',
  ExpressionAttributeNames: { '#pk': TABLE.partitionKey },
}

/** The condition by which a row takes the place of `before` as long as nobody else changed it, or is new. */
export const whileAt = (before: { version: number } | undefined) =>
  before
    ? {
        ConditionExpression: '#version = :before',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':before': before.version },
      }
    : IF_NEW

/** Where a row lies. */
export type TableKey = { pk: string; sk: string }

/** Model header of an entity. */
export const model = (entity: string) => ({ entity, service: 'balcao', version: '1' }) as const

type KeyPart<C extends string> = { readonly composite: readonly C[]; readonly template: string }

/**
 * An index of an entity. The templates are written out, so the chart in README.md shows exactly what is in the table; the
 * partition's must begin with the company, or with `system` for rows of the installation.
 */
export function index<I extends IndexName, const P extends KeyPart<string>, const S extends KeyPart<string>>(
  name: I,
  pk: P,
  sk: S,
) {
  const { pk: pkField, sk: skField, ...rest } = FIELDS[name]
  if (!pk.template.startsWith(`\${companyId}#`) && !pk.template.startsWith(`${SYSTEM}#`)) {
    throw new Error(`the partition key "${pk.template}" does not begin with the company`)
  }
  return {
    ...(rest as unknown as I extends 'main' ? Record<never, never> : { index: I }),
    pk: { field: pkField, casing: 'none', ...pk },
    sk: { field: skField, casing: 'none', ...sk },
  } as const
}

/** The attribute of working hours, a day each. */
export const SCHEDULES = {
  type: 'list',
  required: true,
  items: {
    type: 'map',
    properties: {
      weekday: { type: 'string', required: true },
      weekdayEn: { type: WEEKDAYS, required: true },
      startTime: { type: 'string', required: true },
      endTime: { type: 'string', required: true },
    },
  },
} as const
