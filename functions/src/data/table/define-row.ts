/**
 * Defines a kind of row of the table: its key, its index keys and its content, stated once. Reads,
 * writes and their conditions are derived from the definition and typed by it. An item has the
 * row's content, its keys (pk, sk, gsiNpk, gsiNsk) and its kind (`__edb_e__`, `__edb_v__`: names
 * from an earlier library, kept for the stored rows).
 */
import { type KeyTemplate, keyTemplate, type NamesIn } from '@balcao/shared/key-template.ts'
import { SYSTEM } from '@balcao/shared/table.ts'
import type { z } from 'zod'
import { tableName } from './client.ts'
import {
  type Collecting,
  type Countable,
  conditionOf,
  type Expression,
  type Inside,
  newExpression,
  type Test,
  type Tests,
  testsOf,
} from './condition.ts'
import { definedFields } from './defined-fields.ts'
import { getItem } from './get-item.ts'
import { keyQuery, type Range } from './key-query.ts'
import { FIELDS, type IndexName, ownedBy, type TableKey } from './keys.ts'
import { type Buildable, everyItem } from './query-items.ts'
import { updateExpression } from './update-expression.ts'

type Templates = { readonly pk: string; readonly sk: string }
type GsiName = Exclude<IndexName, 'main'>

/** Content of a kind of row. */
export type RowOf<Kind> = Kind extends RowKind<infer Row, infer _Key, infer _Indexes> ? Row : never

type Ids<Row, Template extends Templates> = Pick<Row, NamesIn<Template['pk'] | Template['sk']> & keyof Row>
type Partition<Row, Template extends Templates> = Pick<Row, NamesIn<Template['pk']> & keyof Row>

type When<Row> = { when?: (is: Tests<Row>) => readonly Test[] }

/** Changes of an update, and its condition. */
export type Change<Row> = When<Row> & {
  /** New values; undefined leaves an attribute as it is. */
  set?: { [Name in keyof Row]?: Row[Name] | undefined }
  /** Values for those attributes that have none yet. */
  initial?: { [Name in keyof Row]?: Row[Name] | undefined }
  /** Values inside attributes, by their path; an undefined one is left as it is. */
  inside?: { [Path in Inside<Row>]?: unknown }
  /** Clauses of SET whose values the table computes from its own. */
  computed?: (expression: Expression) => readonly string[]
  /** Numbers to add, and elements to add to sets. */
  add?: { [Name in Countable<Row>]?: number | undefined } & { [Name in Collecting<Row>]?: ReadonlySet<string> }
  /** Elements to remove from sets; an empty set has no attribute. */
  take?: { [Name in Collecting<Row>]?: ReadonlySet<string> }
  remove?: readonly (keyof Row | Inside<Row>)[]
}

type Params = Record<string, unknown>

export type RowKind<Row, Key extends Templates, Indexes extends { readonly [Name in GsiName]?: Templates }> = {
  kind: string
  /** Names of the attributes that `parse` needs, for reads of items as they are. */
  attributes: readonly string[]
  /** Returns the key of a row. */
  key: (ids: Ids<Row, Key>) => TableKey
  /** Returns the row's item. Throws ZodError for content that is not of this kind. */
  item: (row: Row) => Record<string, unknown>
  /** Returns the content of an item; undefined for an item of another kind. */
  parse: (item: Record<string, unknown>) => Row | undefined
  /** Reads a row; a consistent read costs twice as much. */
  get: (ids: Ids<Row, Key>, options?: { consistent?: boolean }) => Promise<Row | undefined>
  /** Returns the parameters of a put that replaces any existing row. */
  put: (row: Row, options?: When<Row>) => Params
  /** Returns the parameters of a put that is refused if a row exists. */
  create: (row: Row) => Params
  /**
   * Returns the parameters of a put that creates a row, or replaces `before` if that is the current
   * version.
   */
  replace: (row: Row, before: { version: number } | undefined) => Params
  /** Returns the parameters of an update that is refused if no row exists. */
  change: (ids: Ids<Row, Key>, change: Change<Row>) => Params
  /** Returns the parameters of an update that creates the row if none exists. */
  upsert: (ids: Ids<Row, Key>, change: Change<Row>) => Params
  /** Returns the parameters of a delete; without a condition a missing row is no error. */
  delete: (ids: Ids<Row, Key>, options?: When<Row>) => Params
  /** Returns the parameters of a condition on a row that is not written. */
  check: (ids: Ids<Row, Key>, options: Required<When<Row>>) => Params
  /** Returns a query of one partition of the table, by default for all rows of this kind in it. */
  query: (partition: Partition<Row, Key>, range?: Range) => Buildable
  /** Returns a query of one partition of an index. */
  queryIndex: <Name extends keyof Indexes & GsiName>(
    index: Name,
    partition: Partition<Row, NonNullable<Indexes[Name]>>,
    range?: Range,
  ) => Buildable
  /** Reads every row of this kind that a query finds, in its order. */
  every: (query: Buildable, options?: { consistent?: boolean; order?: 'asc' | 'desc' }) => Promise<Row[]>
}

/** Attributes that are keys of the table or of an index. */
const KEY_FIELDS = Object.values(FIELDS).flatMap(({ pk, sk }) => [pk, sk])

type Compiled = { name: GsiName; pk: KeyTemplate; sk: KeyTemplate; names: ReadonlySet<string> }

const whenMissing: Test = expression => `attribute_not_exists(${expression.name(FIELDS.main.pk)})`

/**
 * Defines a kind of row.
 * @param definition.kind word for the row, as stored in the table
 * @param definition.key templates of its key; the partition begins with the company, or with
 * `system` for rows of the installation
 * @param definition.indexes templates of its index keys; a row without one of the values is not in
 * that index
 * @param definition.content the attributes, including those in the keys
 * @param definition.keyOnly attributes stored in keys only; those of the row's own key are read
 * back from it, as texts
 * @param definition.unmarked the kind is not stored with the row
 * @param definition.open attributes other than those of `content` are kept unchanged
 */
export function defineRow<
  Shape extends z.ZodObject,
  const Key extends Templates,
  const Indexes extends { readonly [Name in GsiName]?: Templates } = Record<never, never>,
>(definition: {
  kind: string
  key: Key
  indexes?: Indexes
  content: Shape
  keyOnly?: readonly (keyof z.infer<Shape> & string)[]
  unmarked?: boolean
  open?: boolean
}): RowKind<z.infer<Shape>, Key, Indexes> {
  type Row = z.infer<Shape>
  type Values = Record<string, unknown>
  const { kind, keyOnly = [], unmarked = false, open = false } = definition
  const content = open ? definition.content.loose() : definition.content
  const partial = content.partial()
  const fields = Object.keys(content.shape).filter(name => !keyOnly.includes(name))
  const hidden = new Set<string>([...keyOnly, ...KEY_FIELDS, ...Object.keys(ownedBy(kind))])
  const pk = keyTemplate(definition.key.pk)
  const sk = keyTemplate(definition.key.sk)
  const indexes = Object.entries(definition.indexes ?? {}).map(([name, templates]) =>
    compileIndex(name as GsiName, templates as Templates),
  )
  for (const template of [pk, ...indexes.map(index => index.pk)]) requireTenant(kind, template)
  const readKeys = [['pk', pk] as const, ['sk', sk] as const].filter(([, { names }]) =>
    names.some(name => keyOnly.includes(name)),
  )
  const attributes = [...readKeys.map(([name]) => name), ...fields]
  const is = testsOf<Row>()
  const owned = unmarked ? {} : ownedBy(kind)

  const key = (ids: object): TableKey => {
    const found = { pk: pk.fill(ids as Values), sk: sk.fill(ids as Values) }
    if (found.pk === undefined || found.sk === undefined) throw new Error(`a key of "${kind}" lacks a value`)
    return found as TableKey
  }
  const indexKeys = (values: Values) => Object.assign({}, ...indexes.map(index => keysIn(index, values)))
  const write = (tests: readonly Test[], rest: (expression: ReturnType<typeof newExpression>) => Params): Params => {
    const expression = newExpression()
    const params = { TableName: tableName(), ...rest(expression), ...conditionOf(tests, expression) }
    return { ...params, ...expression.placeholders() }
  }
  const item = (row: Row): Values => ({
    ...key(row as object),
    ...indexKeys(row as Values),
    ...owned,
    ...omit(definedFields(content.parse(row) as Values), keyOnly),
  })
  const put = (row: Row, tests: readonly Test[]) => write(tests, () => ({ Item: item(row) }))

  function update(ids: object, change: Change<Row>, tests: Test[], made: Values) {
    const { set = {}, initial = {}, inside = {}, computed, add = {}, take = {}, remove = [], when } = change
    const changed = definedFields(partial.parse(set) as Values)
    const values = { ...made, ...changed }
    const gone = new Set<string>(remove as readonly string[])
    for (const index of indexes) {
      const { pk: partition, sk: sort } = FIELDS[index.name]
      if ([...index.names].some(name => gone.has(name))) gone.add(partition).add(sort)
      else if ([...index.names].some(name => name in values))
        Object.assign(values, movedKeys(kind, index, { ...(ids as Values), ...values }, changed))
    }
    for (const name of keyOnly) gone.delete(name)
    const sets = [
      ...Object.entries(omit(values, keyOnly)).filter(([name]) => !gone.has(name)),
      ...Object.entries(definedFields(inside as Values)),
    ]
    const firsts = Object.entries(definedFields(partial.parse(initial) as Values))
    const adds = Object.entries(definedFields(add as Values))
    const takes = Object.entries(definedFields(take as Values))
    // DynamoDB refuses an update in a transaction that changes nothing.
    if (sets.length + firsts.length + adds.length + takes.length + gone.size === 0 && !computed)
      sets.push(...Object.entries(ownedBy(kind)))
    return write([...tests, ...(when?.(is) ?? [])], expression => ({
      Key: key(ids),
      UpdateExpression: updateExpression(expression, {
        ...{ sets, firsts, adds, takes, removes: [...gone] },
        computed: computed?.(expression) ?? [],
      }),
    }))
  }

  const parse = (found: Values): Row | undefined => {
    if (found.__edb_e__ !== undefined && found.__edb_e__ !== kind) return undefined
    const row: Values =
      keyOnly.length > 0 ? pick({ ...pk.read(String(found.pk)), ...sk.read(String(found.sk)) }, keyOnly) : {}
    const stored = open ? Object.keys(found).filter(name => !hidden.has(name)) : fields
    for (const name of stored) if (found[name] !== undefined) row[name] = found[name]
    return row as Row
  }

  return {
    kind,
    attributes,
    key,
    item,
    parse,
    async get(ids, { consistent = false } = {}) {
      const found = await getItem(key(ids), consistent)
      return found && parse(found)
    },
    put: (row, { when } = {}) => put(row, when?.(is) ?? []),
    create: row => put(row, [whenMissing]),
    replace: (row, before) =>
      put(row, [before ? testsOf<{ version: number }>().equal('version', before.version) : whenMissing]),
    change: (ids, change) => update(ids, change, [is.exists()], {}),
    upsert: (ids, change) => update(ids, change, [], { ...owned, ...pick(ids as Values, fields) }),
    delete: (ids, { when } = {}) => write(when?.(is) ?? [], () => ({ Key: key(ids) })),
    check: (ids, { when }) => write(when(is), () => ({ Key: key(ids) })),
    query: (partition, range) =>
      keyQuery('main', filled(kind, pk, partition), range ?? (sk.prefix ? { begins: sk.prefix } : undefined)),
    queryIndex(name, partition, range) {
      const index = indexes.find(each => each.name === name)!
      const whole = index.sk.prefix ? { begins: index.sk.prefix } : undefined
      return keyQuery(name, filled(kind, index.pk, partition), range ?? whole)
    },
    async every(query, { consistent = false, order = 'asc' } = {}) {
      const rows: Row[] = []
      for await (const found of everyItem(query, { consistent, order })) {
        const row = parse(found)
        if (row) rows.push(row)
      }
      return rows
    },
  }
}

function compileIndex(name: GsiName, { pk, sk }: Templates): Compiled {
  const [partition, sort] = [keyTemplate(pk), keyTemplate(sk)]
  return { name, pk: partition, sk: sort, names: new Set([...partition.names, ...sort.names]) }
}

/**
 * Throws unless the key begins with the company: another company's rows must not be addressable.
 */
function requireTenant(kind: string, { names, prefix }: KeyTemplate): void {
  if (prefix.startsWith(`${SYSTEM}#`) || (prefix === '' && names[0] === 'companyId')) return
  throw new Error(`a partition key of "${kind}" does not begin with the company`)
}

function filled(kind: string, template: KeyTemplate, values: object): string {
  const key = template.fill(values as Record<string, unknown>)
  if (key === undefined) throw new Error(`a partition of "${kind}" lacks a value`)
  return key
}

/** Returns a row's keys in an index; an empty object if the row lacks a value. */
function keysIn({ name, pk, sk }: Compiled, values: Record<string, unknown>): Record<string, string> {
  const [partition, sort] = [pk.fill(values), sk.fill(values)]
  const fields = FIELDS[name]
  return partition === undefined || sort === undefined ? {} : { [fields.pk]: partition, [fields.sk]: sort }
}

/**
 * Returns the index keys that an update must set: those whose values change, or all if it creates
 * the row.
 */
function movedKeys(
  kind: string,
  index: Compiled,
  known: Record<string, unknown>,
  changed: Record<string, unknown>,
): Record<string, string> {
  const keys = keysIn(index, known)
  if (Object.keys(keys).length === 0 && [...index.names].some(name => name in changed))
    throw new Error(`an update of "${kind}" changes a part of its key in ${index.name} without the rest`)
  return keys
}

const omit = (values: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))

const pick = (values: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
