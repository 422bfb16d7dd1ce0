/**
 * Defines a kind of row whose content is one text (`row`): a page of such rows is read several
 * times faster than from nested attributes. Beside the text an item has its keys, its version and
 * the attributes named `beside`. The values of the row's own key are in the key alone; those of
 * index keys are in the text too, or derived from the row.
 */
import { keyTemplate, type NamesIn } from '@balcao/shared/key-template.ts'
import { z } from 'zod'
import type { Test, Tests } from './condition.ts'
import { type Change, defineRow } from './define-row.ts'
import { getItem } from './get-item.ts'
import type { Range } from './key-query.ts'
import type { IndexName, TableKey } from './keys.ts'
import type { Buildable } from './query-items.ts'

type Templates = { readonly pk: string; readonly sk: string }
type GsiName = Exclude<IndexName, 'main'>
type Names<Template extends Templates> = NamesIn<Template['pk'] | Template['sk']>
type Values<Row, Name extends string> = { [N in Name]: N extends keyof Row ? NonNullable<Row[N]> : string }
type Params = Record<string, unknown>

type Attributes<Shape extends z.ZodRawShape> = { [Name in keyof Shape]: z.infer<Shape[Name]> }

/** Attributes on which a condition may depend. */
type Stored<Beside> = { version: number; row: string } & Beside
type When<Beside> = { when?: (is: Tests<Stored<Beside>>) => readonly Test[] }

export type PackedKind<
  Row,
  Key extends Templates,
  Indexes extends { readonly [Name in GsiName]?: Templates },
  Beside = unknown,
> = {
  kind: string
  /** Names of the attributes that `parse` needs, for reads of items as they are. */
  attributes: readonly string[]
  key: (ids: Values<Row, Names<Key>>) => TableKey
  /** Returns the row's item. */
  item: (row: Row) => Params
  /** Returns the row in an item. */
  parse: (item: object) => Row
  /** Reads a row; a consistent read costs twice as much. */
  get: (ids: Values<Row, Names<Key>>, options?: { consistent?: boolean }) => Promise<Row | undefined>
  /** Returns the parameters of a put that replaces any existing row. */
  put: (row: Row, options?: When<Beside>) => Params
  /** Returns the parameters of a put that is refused if a row exists. */
  create: (row: Row) => Params
  /**
   * Returns the parameters of a put that creates a row, or replaces `before` if that is the current
   * version.
   */
  replace: (row: Row, before: { version: number } | undefined) => Params
  /** Returns the parameters of an update of what is beside the text; refused if no row exists. */
  change: (ids: Values<Row, Names<Key>>, change: Change<Stored<Beside>>) => Params
  /** Returns the parameters of a delete; without a condition a missing row is no error. */
  delete: (ids: Values<Row, Names<Key>>, options?: When<Beside>) => Params
  /** Returns the parameters of a condition on a row that is not written. */
  check: (ids: Values<Row, Names<Key>>, options: Required<When<Beside>>) => Params
  /** Returns a query of one partition of the table, by default for all rows of this kind in it. */
  query: (partition: Values<Row, NamesIn<Key['pk']>>, range?: Range) => Buildable
  /** Returns a query of one partition of an index. */
  queryIndex: <Name extends keyof Indexes & GsiName>(
    index: Name,
    partition: Values<Row, NamesIn<NonNullable<Indexes[Name]>['pk']>>,
    range?: Range,
  ) => Buildable
}

/** Returns the condition that a row still has the version that was read. */
export const unchanged =
  ({ version }: { version: number }) =>
  (is: Tests<{ version: number; row: string }>): readonly Test[] => [is.equal('version', version)]

/**
 * Defines a kind of row with its content as one text.
 * @param definition.content `z.custom<Row>()`: the type of the row; its values are not checked
 * @param definition.derive values of index keys and of `beside` that the row has in another form;
 * an undefined one leaves the row out of that index
 * @param definition.beside attributes stored beside the text
 * @param definition.defaults values of fields that older rows lack
 */
export function definePackedRow<
  Row extends object,
  const Key extends Templates,
  const Indexes extends { readonly [Name in GsiName]?: Templates } = Record<never, never>,
  Beside extends z.ZodRawShape = Record<never, never>,
>(definition: {
  kind: string
  key: Key
  indexes?: Indexes
  content: z.ZodType<Row>
  derive?: (row: Row) => Params
  beside?: Beside
  defaults?: Partial<Row>
}): PackedKind<Row, Key, Indexes, Attributes<Beside>> {
  const { kind, key, indexes, derive = () => ({}), beside, defaults = {} } = definition
  const besides = Object.keys(beside ?? {})
  const namesIn = ({ pk, sk }: Templates) => [...keyTemplate(pk).names, ...keyTemplate(sk).names]
  const ids = [...new Set(namesIn(key))]
  const places = Object.values(indexes ?? {}).flatMap(templates => namesIn(templates as Templates))
  const keyOnly = [...new Set([...ids, ...places])].filter(name => !besides.includes(name))
  const value = z.union([z.string(), z.number()]).optional()
  const stored = defineRow({
    kind,
    key: key as Templates,
    ...(indexes ? { indexes: indexes as { [Name in GsiName]?: Templates } } : {}),
    content: z.object({
      ...Object.fromEntries(keyOnly.map(name => [name, value])),
      ...beside,
      version: z.number().optional(),
      row: z.string(),
    }),
    keyOnly: keyOnly as never[],
    unmarked: true,
  })
  const inKeys = new Set([...ids, 'version'])
  const toStored = (row: Row) => {
    const { version } = row as { version?: number }
    const text = Object.fromEntries(Object.entries(row).filter(([name]) => !inKeys.has(name)))
    const derived = { ...row, ...derive(row) } as Params
    const beyond = Object.fromEntries([...keyOnly, ...besides].map(name => [name, derived[name] ?? undefined]))
    return { ...beyond, version, row: JSON.stringify(text) }
  }
  const parse = (item: object): Row => {
    const { row, version, ...found } = stored.parse(item as Params) as { row: string; version?: number } & Params
    const named = Object.fromEntries(ids.map(name => [name, found[name]]))
    return { ...defaults, ...JSON.parse(row), ...named, ...(version === undefined ? {} : { version }) } as Row
  }
  const kit = {
    kind,
    attributes: stored.attributes.filter(name => !besides.includes(name)),
    key: stored.key,
    item: (row: Row) => stored.item(toStored(row)),
    parse,
    async get(of: Params, { consistent = false } = {}) {
      const found = await getItem(stored.key(of), consistent)
      return found && parse(found)
    },
    put: (row: Row, options?: object) => stored.put(toStored(row), options),
    create: (row: Row) => stored.create(toStored(row)),
    replace: (row: Row, before: { version: number } | undefined) => stored.replace(toStored(row), before),
    change: stored.change,
    delete: stored.delete,
    check: stored.check,
    query: stored.query,
    queryIndex: stored.queryIndex,
  }
  return kit as unknown as PackedKind<Row, Key, Indexes, Attributes<Beside>>
}
