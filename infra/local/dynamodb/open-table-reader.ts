import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { fromAttribute } from '@balcao/functions/data/table/attribute-values.ts'
import type { TableReader } from '@balcao/functions/data/table/table-reader.ts'

type Values = Record<string, unknown>
type Item = Record<string, unknown>
type KeyNames = { pk: string; sk: string }
type Table = KeyNames & { indexes: Map<string, KeyNames> }

/** The version of the engine's file which this was written from (dynoxide 1.2.1). */
const SCHEMA_VERSION = '9'

/** Of a query's rows at once; one that wants more is the engine's. */
const MOST_ROWS = 1000
/** What DynamoDB reads for one call, bytes; a character is three of them at most. */
const MOST_CHARACTERS = 1_000_000 / 3
const MOST_KEYS = 100

const MOST_STATEMENTS = 500

const GET = new Set(['TableName', 'Key', 'ConsistentRead', 'ProjectionExpression', 'ExpressionAttributeNames'])
const BATCH = new Set(['RequestItems'])
const BATCH_TABLE = new Set(['Keys', 'ConsistentRead', 'ProjectionExpression', 'ExpressionAttributeNames'])
const QUERY = new Set([
  'TableName',
  'IndexName',
  'KeyConditionExpression',
  'ProjectionExpression',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
  'ExclusiveStartKey',
  'ScanIndexForward',
  'ConsistentRead',
  'Limit',
])

/** Thrown and caught here alone: what is asked is the engine's to answer, or to refuse. */
const FOR_THE_ENGINE = new Error('for the engine')

function knownOnly(input: Values, known: Set<string>): void {
  for (const name in input) if (!known.has(name) && input[name] !== undefined) throw FOR_THE_ENGINE
}

/** As the engine stores a key: with its type before it. Empty ones, and those of other types, are the engine's. */
function storedKey(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw FOR_THE_ENGINE
  return `S:${value}`
}

/** Names behind `#`, which have all to be used, as DynamoDB demands. */
function createNames(given: unknown) {
  const names = (given ?? {}) as Record<string, string>
  const used = new Set<string>()
  return {
    of(name: string): string {
      if (!name.startsWith('#')) return name
      used.add(name)
      const attribute = names[name]
      if (attribute === undefined) throw FOR_THE_ENGINE
      return attribute
    },
    end() {
      if (used.size !== Object.keys(names).length) throw FOR_THE_ENGINE
    },
  }
}
type Names = ReturnType<typeof createNames>

const NAME = /^#?\w+$/

/** The attributes that are wanted, by name; undefined for all. */
function projected(expression: unknown, names: Names): string[] | undefined {
  if (expression === undefined) return undefined
  return String(expression)
    .split(',')
    .map(each => {
      const name = each.trim()
      if (!NAME.test(name)) throw FOR_THE_ENGINE
      return names.of(name)
    })
}

/** The attributes a read by key asks for; it has no other use for names. */
function attributesOf(input: Values): string[] | undefined {
  const names = createNames(input.ExpressionAttributeNames)
  const attributes = projected(input.ProjectionExpression, names)
  names.end()
  return attributes
}

/** An item as it is stored, in DynamoDB's notation. */
type Stored = Record<string, AttributeValue>

/** The item, or these attributes of it. */
function itemOf(stored: Stored, attributes: string[] | undefined): Item {
  const item: Item = {}
  for (const name of attributes ?? Object.keys(stored)) {
    const value = stored[name]
    if (value !== undefined) item[name] = fromAttribute(value)
  }
  return item
}

const CONDITION =
  /^(#?\w+) = (:\w+)(?: and (?:begins_with\((#?\w+), (:\w+)\)|(#?\w+) (=|<|<=|>|>=|between) (:\w+)(?: and (:\w+))?))?$/i

/** Above every string that begins with another. */
const LAST = '\u{10FFFF}'

/**
 * Reads the engine's file without the engine: what the functions' lists are made of, in their own threads. A call of the engine takes a
 * sixth of a millisecond and each of its rows a fortieth, of which most is neither the file's nor the function's doing. It sees every
 * write that was answered, since the engine commits before it answers; it waits for no write, and none waits for it (SQLite's journal
 * is written ahead). Gets, batch gets and queries by key in the forms the product uses; everything else, what is wrong in particular, is
 * left to the engine, and so is all of it when the file is of another version of the engine.
 * @param file of the engine; has not to be there yet
 */
export function openTableReader(file: string): TableReader {
  let database: DatabaseSync | undefined
  let isUnknown = false
  const statements = new Map<string, StatementSync>()
  const tables = new Map<string, Table>()

  function open(): DatabaseSync {
    if (database) return database
    const opened = new DatabaseSync(file, { readOnly: true })
    try {
      isUnknown =
        opened.prepare(`SELECT value FROM _config WHERE key = 'schema_version'`).get()?.value !== SCHEMA_VERSION
      if (isUnknown) throw FOR_THE_ENGINE
      database = opened
      return opened
    } finally {
      if (!database) opened.close()
    }
  }

  function prepared(sql: string): StatementSync {
    let statement = statements.get(sql)
    if (!statement) {
      // A limit stands in the text: bound, it is worth a plan of its own to SQLite, each time.
      if (statements.size >= MOST_STATEMENTS) statements.clear()
      statement = open().prepare(sql)
      statement.setReturnArrays(true)
      statements.set(sql, statement)
    }
    return statement
  }

  function tableOf(name: unknown): Table {
    const known = tables.get(String(name))
    if (known) return known
    const row = prepared(
      'SELECT key_schema, attribute_definitions, gsi_definitions FROM _tables WHERE table_name = ?',
    ).get(String(name)) as unknown as [string, string, string | null] | undefined
    if (!row) throw FOR_THE_ENGINE
    const types = new Map(
      (JSON.parse(row[1]) as { AttributeName: string; AttributeType: string }[]).map(each => [
        each.AttributeName,
        each.AttributeType,
      ]),
    )
    const keysOf = (schema: { AttributeName: string; KeyType: string }[]): KeyNames => {
      const [pk, sk] = ['HASH', 'RANGE'].map(
        type => schema.find(({ KeyType }) => KeyType === type)?.AttributeName ?? '',
      )
      if (types.get(pk!) !== 'S' || types.get(sk!) !== 'S') throw FOR_THE_ENGINE
      return { pk: pk!, sk: sk! }
    }
    const indexes = JSON.parse(row[2] ?? '[]') as { IndexName: string; KeySchema: Parameters<typeof keysOf>[0] }[]
    const table = {
      ...keysOf(JSON.parse(row[0])),
      indexes: new Map(indexes.map(({ IndexName, KeySchema }) => [IndexName, keysOf(KeySchema)])),
    }
    tables.set(String(name), table)
    return table
  }

  /** The text of an item; undefined when there is none. */
  function textOf(name: unknown, { pk, sk }: Table, key: Values): string | undefined {
    if (Object.keys(key).length !== 2) throw FOR_THE_ENGINE
    const row = prepared(`SELECT item_json FROM "${name}" WHERE pk = ? AND sk = ?`).get(
      storedKey(key[pk]),
      storedKey(key[sk]),
    ) as unknown as [string] | undefined
    return row?.[0]
  }

  function get(input: Values): Values {
    knownOnly(input, GET)
    const attributes = attributesOf(input)
    const text = textOf(input.TableName, tableOf(input.TableName), input.Key as Values)
    return text === undefined ? {} : { Item: itemOf(JSON.parse(text), attributes) }
  }

  /** Of one table: nobody asks for several at once. */
  function batchGet(input: Values): Values {
    knownOnly(input, BATCH)
    const [asked, ...others] = Object.entries(input.RequestItems as Record<string, Values>)
    if (!asked || others.length > 0) throw FOR_THE_ENGINE
    const [name, wanted] = asked
    knownOnly(wanted, BATCH_TABLE)
    const table = tableOf(name)
    const attributes = attributesOf(wanted)
    const keys = wanted.Keys as Values[]
    if (keys.length === 0 || keys.length > MOST_KEYS) throw FOR_THE_ENGINE
    if (new Set(keys.map(key => `${key[table.pk]}\n${key[table.sk]}`)).size < keys.length) throw FOR_THE_ENGINE
    const items: Item[] = []
    let characters = 0
    for (const key of keys) {
      const text = textOf(name, table, key)
      if (text === undefined) continue
      characters += text.length
      items.push(itemOf(JSON.parse(text), attributes))
    }
    if (characters > MOST_CHARACTERS) throw FOR_THE_ENGINE
    return { Responses: { [name]: items }, UnprocessedKeys: {} }
  }

  function query(input: Values): Values {
    knownOnly(input, QUERY)
    const name = input.TableName
    const table = tableOf(name)
    const index = input.IndexName === undefined ? undefined : table.indexes.get(String(input.IndexName))
    if (input.IndexName !== undefined && (!index || input.ConsistentRead)) throw FOR_THE_ENGINE
    const keys = index ?? table
    const [pk, sk] = index ? ['gsi_pk', 'gsi_sk'] : ['pk', 'sk']

    const names = createNames(input.ExpressionAttributeNames)
    const attributes = projected(input.ProjectionExpression, names)
    const values = (input.ExpressionAttributeValues ?? {}) as Values
    const parts = CONDITION.exec(String(input.KeyConditionExpression))
    if (!parts) throw FOR_THE_ENGINE
    const [, hashName, hash, prefixName, prefix, rangeName, operator, low, high] = parts
    if (names.of(hashName!) !== keys.pk) throw FOR_THE_ENGINE
    const bound = [storedKey(values[hash!])]
    let where = `${pk} = ?`
    if (prefixName) {
      if (names.of(prefixName) !== keys.sk) throw FOR_THE_ENGINE
      const from = storedKey(values[prefix!])
      where += ` AND ${sk} >= ? AND ${sk} < ?`
      bound.push(from, from + LAST)
    } else if (rangeName) {
      if (names.of(rangeName) !== keys.sk) throw FOR_THE_ENGINE
      const between = operator!.toLowerCase() === 'between'
      if (between !== (high !== undefined)) throw FOR_THE_ENGINE
      where += between ? ` AND ${sk} BETWEEN ? AND ?` : ` AND ${sk} ${operator} ?`
      bound.push(storedKey(values[low!]))
      if (between) {
        bound.push(storedKey(values[high!]))
        if (bound[1]! > bound[2]!) throw FOR_THE_ENGINE
      }
    }
    names.end()
    if (new Set([hash, prefix, low, high].filter(Boolean)).size !== Object.keys(values).length) throw FOR_THE_ENGINE

    const backward = input.ScanIndexForward === false
    const start = input.ExclusiveStartKey as Values | undefined
    if (start) {
      if (start[keys.pk] !== values[hash!] || Object.keys(start).length !== (index ? 4 : 2)) throw FOR_THE_ENGINE
      const beyond = backward ? '<' : '>'
      where += index ? ` AND (gsi_sk, table_pk, table_sk) ${beyond} (?, ?, ?)` : ` AND sk ${beyond} ?`
      bound.push(storedKey(start[keys.sk]))
      if (index) bound.push(storedKey(start[table.pk]), storedKey(start[table.sk]))
    }
    const limit = input.Limit === undefined ? MOST_ROWS : Number(input.Limit)
    if (!Number.isInteger(limit) || limit < 1 || limit > MOST_ROWS) throw FOR_THE_ENGINE
    const direction = backward ? 'DESC' : 'ASC'
    const source = index ? `"${name}::gsi::${input.IndexName}"` : `"${name}"`
    const order = index ? `gsi_sk ${direction}, table_pk ${direction}, table_sk ${direction}` : `sk ${direction}`
    const rows = prepared(`SELECT item_json FROM ${source} WHERE ${where} ORDER BY ${order} LIMIT ${limit}`).all(
      ...bound,
    ) as unknown as [string][]

    let characters = 0
    let last: Stored = {}
    const Items: Item[] = []
    for (const [text] of rows) {
      characters += text.length
      last = JSON.parse(text)
      Items.push(itemOf(last, attributes))
    }
    if (characters > MOST_CHARACTERS) throw FOR_THE_ENGINE
    const more = rows.length === limit
    if (more && input.Limit === undefined) throw FOR_THE_ENGINE
    const answer: Values = { Items, Count: rows.length, ScannedCount: rows.length }
    if (more) {
      answer.LastEvaluatedKey = itemOf(last, [...new Set([table.pk, table.sk, keys.pk, keys.sk])])
    }
    return answer
  }

  return (operation, input) => {
    if (isUnknown) return undefined
    try {
      switch (operation) {
        case 'GetItem':
          return get(input)
        case 'BatchGetItem':
          return batchGet(input)
        case 'Query':
          return query(input)
        default:
          return undefined
      }
    } catch (error) {
      // The engine says what is wrong with what is asked; a file that cannot be read at the moment is opened anew.
      if (error !== FOR_THE_ENGINE) {
        statements.clear()
        tables.clear()
        database?.close()
        database = undefined
      }
      return undefined
    }
  }
}
