import { Entity } from 'electrodb'
import { batchItems, readAll, writeItems } from '../table/batch-items.ts'
import { documentClient, tableName } from '../table/client.ts'
import { index, model, type TableKey } from '../table/entity.ts'
import { aliasKey, numberAlias } from './contact-row.ts'

/** What WhatsApp said of a number, kept for a day. */
const NumberCheckEntity = new Entity({
  model: model('numberCheck'),
  attributes: {
    companyId: { type: 'string', required: true },
    number: { type: 'string', required: true },
    exists: { type: 'boolean', required: true },
    /** As WhatsApp knows it. */
    known: { type: 'string' },
    lid: { type: 'string' },
    /** When it said so, epoch milliseconds; missing in rows of before. */
    checkedAt: { type: 'number' },
    expiresAt: { type: 'number', required: true },
  },
  indexes: {
    byNumber: index(
      'main',
      { composite: ['companyId', 'number'], template: '${companyId}#number-check#${number}' },
      { composite: [], template: 'check' },
    ),
  },
})

const LIFETIME_SECONDS = 24 * 3600

const options = () => ({ client: documentClient(), table: tableName() })

/** Answer of WhatsApp about a number; `number` and `lid` are its own spelling of an account that exists. */
export type HeardNumber = { exists: boolean; number: string; lid: string | null }
export type NumberCheck = HeardNumber & {
  /** When WhatsApp said so, epoch milliseconds. */
  checkedAt: number
}

const checkKey = (companyId: string, number: string): TableKey => ({
  pk: `${companyId}#number-check#${number}`,
  sk: 'check',
})

export type StoredCheck = {
  exists: boolean
  known?: string | undefined
  lid?: string | undefined
  checkedAt?: number | undefined
  expiresAt: number
}

export function toNumberCheck(row: StoredCheck | null | undefined, number: string): NumberCheck | undefined {
  if (!row || row.expiresAt <= Date.now() / 1000) return undefined
  const checkedAt = row.checkedAt ?? (row.expiresAt - LIFETIME_SECONDS) * 1000
  return { exists: row.exists, number: row.known ?? number, lid: row.lid ?? null, checkedAt }
}

/** Whether a check failed before this instant, epoch milliseconds: who asks anew asks about it again. */
export const isOutdated = ({ exists, checkedAt }: NumberCheck, before: number): boolean => !exists && checkedAt < before

export async function getNumberCheck(companyId: string, number: string): Promise<NumberCheck | undefined> {
  const { data } = await NumberCheckEntity.get({ companyId, number }).go(options())
  return toNumberCheck(data, number)
}

/** What is kept of numbers, by number; a hundred in one read. */
export async function getNumberChecks(
  companyId: string,
  numbers: readonly string[],
): Promise<Map<string, NumberCheck>> {
  const items = await batchItems<StoredCheck & { number: string }>(
    numbers.map(number => checkKey(companyId, number)),
    ['number', 'exists', 'known', 'lid', 'checkedAt', 'expiresAt'],
  )
  return new Map(
    items.flatMap(item => {
      const check = toNumberCheck(item, item.number)
      return check ? [[item.number, check] as const] : []
    }),
  )
}

/** Whether a number leads to a contact, and what WhatsApp said of it; one read of both rows, 2 units. */
export async function lookUpNumber(
  companyId: string,
  number: string,
): Promise<{ taken: boolean; check: NumberCheck | undefined }> {
  const check = checkKey(companyId, number)
  const Keys = [aliasKey(companyId, numberAlias(number)), check]
  const rows = await readAll<TableKey & Partial<StoredCheck>>({ [tableName()]: { Keys, ConsistentRead: true } })
  const found = rows.find(({ sk }) => sk === check.sk) as StoredCheck | undefined
  return { taken: rows.some(({ sk }) => sk !== check.sk), check: toNumberCheck(found, number) }
}

const toItem = (companyId: string, number: string, check: HeardNumber, at: number) => ({
  companyId,
  number,
  exists: check.exists,
  known: check.number,
  ...(check.lid ? { lid: check.lid } : {}),
  checkedAt: at,
  expiresAt: Math.floor(at / 1000) + LIFETIME_SECONDS,
})

/** Keeps an answer of WhatsApp about a number for a day. */
export async function saveNumberCheck(companyId: string, number: string, heard: HeardNumber): Promise<NumberCheck> {
  const check = { ...heard, checkedAt: Date.now() }
  await NumberCheckEntity.put(toItem(companyId, number, check, check.checkedAt)).go(options())
  return check
}

/** Keeps what WhatsApp said of several numbers, written in batches. */
export async function saveNumberChecks(
  companyId: string,
  checks: ReadonlyMap<string, HeardNumber>,
  at = Date.now(),
): Promise<void> {
  const items = [...checks].map(([number, check]) =>
    NumberCheckEntity.put(toItem(companyId, number, check, at)).params<{ Item: Record<string, unknown> }>({
      table: tableName(),
    }),
  )
  await writeItems(items.map(({ Item }) => ({ PutRequest: { Item } })))
}

/** Where it is kept what WhatsApp said of a number. */
export const numberCheckKey = checkKey
