import { z } from 'zod'
import { batchItems, readAll, writeItems } from '../table/batch-items.ts'
import { tableName } from '../table/client.ts'
import { defineRow } from '../table/define-row.ts'
import type { TableKey } from '../table/keys.ts'
import { putOne } from '../table/single-write.ts'
import { aliasKey, numberAlias } from './contact-row.ts'

/** WhatsApp's answer about a number, kept for a day. */
const NUMBER_CHECKS = defineRow({
  kind: 'numberCheck',
  key: { pk: '${companyId}#number-check#${number}', sk: 'check' },
  content: z.object({
    companyId: z.string(),
    number: z.string(),
    exists: z.boolean(),
    /** WhatsApp's own spelling of the number. */
    known: z.string().optional(),
    lid: z.string().optional(),
    /** Time (epoch ms) of WhatsApp's answer; absent in rows of earlier versions. */
    checkedAt: z.number().optional(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
})

const LIFETIME_SECONDS = 24 * 3600

/**
 * Answer of WhatsApp about a number; `number` and `lid` are its own spelling of an account that
 * exists.
 */
export type NumberAnswer = { exists: boolean; number: string; lid: string | null }
export type NumberCheck = NumberAnswer & {
  /** Time (epoch ms) of WhatsApp's answer. */
  checkedAt: number
}

/** Returns the key of WhatsApp's answer about a number. */
export const numberCheckKey = (companyId: string, number: string): TableKey => NUMBER_CHECKS.key({ companyId, number })

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

/**
 * Returns whether a check failed before this instant (epoch ms), so that a new request checks the
 * number again.
 */
export const isOutdated = ({ exists, checkedAt }: NumberCheck, before: number): boolean => !exists && checkedAt < before

export async function getNumberCheck(companyId: string, number: string): Promise<NumberCheck | undefined> {
  return toNumberCheck(await NUMBER_CHECKS.get({ companyId, number }), number)
}

/** Returns the stored answers by number, a hundred in one read. */
export async function getNumberChecks(
  companyId: string,
  numbers: readonly string[],
): Promise<Map<string, NumberCheck>> {
  const items = await batchItems<StoredCheck & { number: string }>(
    numbers.map(number => numberCheckKey(companyId, number)),
    ['number', 'exists', 'known', 'lid', 'checkedAt', 'expiresAt'],
  )
  return new Map(
    items.flatMap(item => {
      const check = toNumberCheck(item, item.number)
      return check ? [[item.number, check] as const] : []
    }),
  )
}

/**
 * Returns whether a number leads to a contact, and WhatsApp's answer about it: one read of both
 * rows, 2 read units.
 */
export async function lookUpNumber(
  companyId: string,
  number: string,
): Promise<{ taken: boolean; check: NumberCheck | undefined }> {
  const check = numberCheckKey(companyId, number)
  const Keys = [aliasKey(companyId, numberAlias(number)), check]
  const rows = await readAll<TableKey & Partial<StoredCheck>>({ [tableName()]: { Keys, ConsistentRead: true } })
  const found = rows.find(({ sk }) => sk === check.sk) as StoredCheck | undefined
  return { taken: rows.some(({ sk }) => sk !== check.sk), check: toNumberCheck(found, number) }
}

const toRow = (companyId: string, number: string, check: NumberAnswer, at: number) => ({
  companyId,
  number,
  exists: check.exists,
  known: check.number,
  ...(check.lid ? { lid: check.lid } : {}),
  checkedAt: at,
  expiresAt: Math.floor(at / 1000) + LIFETIME_SECONDS,
})

/** Stores WhatsApp's answer about a number for a day. */
export async function saveNumberCheck(companyId: string, number: string, answer: NumberAnswer): Promise<NumberCheck> {
  const check = { ...answer, checkedAt: Date.now() }
  await putOne(NUMBER_CHECKS.put(toRow(companyId, number, check, check.checkedAt)))
  return check
}

/** Stores WhatsApp's answers about several numbers, written in batches. */
export async function saveNumberChecks(
  companyId: string,
  checks: ReadonlyMap<string, NumberAnswer>,
  at = Date.now(),
): Promise<void> {
  const items = [...checks].map(([number, check]) => NUMBER_CHECKS.item(toRow(companyId, number, check, at)))
  await writeItems(items.map(Item => ({ PutRequest: { Item } })))
}
