/**
 * Contracts. They grow with the business: a row each, the latest first in an index of the company, by their last day in another
 * one, and by customer in a third. A change takes the place of exactly the version it was read as; the timers of its dates are
 * armed in its transaction, and those of other dates find that they are not meant.
 */
import type { Contract, ContractReminder, ContractType } from '@balcao/shared/entities/contract.ts'
import { AppError, type Language } from '@balcao/shared/errors.ts'
import type { Timer } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { expiryMoment, REMINDER_DAYS, reminderMoment } from '@balcao/shared/rules/sales/contract-term.ts'
import { toReais } from '@balcao/shared/rules/sales/money.ts'
import { searchWords } from '@balcao/shared/rules/search-words.ts'
import { instant } from '../instant.ts'
import { rowsById } from '../table/batch-items.ts'
import { tableName } from '../table/client.ts'
import { foldName } from '../table/fold.ts'
import { getItem } from '../table/get-item.ts'
import { keyQuery } from '../table/key-query.ts'
import { whileAt } from '../table/keys.ts'
import { each, fromQuery, type Page, type PageOptions, pageOf, type Source, searchedPage } from '../table/page.ts'
import { fromSearch, idsOf } from '../table/search.ts'
import { type SearchSubject, searchWrites } from '../table/search-item.ts'
import { put, remove, transact, untilWritten, type Write, WriteRefused } from '../table/transact.ts'
import { reclaim } from '../table/unique.ts'
import { timerWrite } from '../timers/timer.ts'

/** A contract as the server knows it. Amounts are cents, moments epoch milliseconds. */
export type ContractRow = {
  companyId: string
  id: string
  version: number
  number: string
  customerId: string
  /** As the customer was called when this was last carried here. */
  customerName: string
  type: ContractType
  value: number
  lateFine: number
  renewal: boolean
  /** Since when it is published; null: it is not. */
  publishment: number | null
  equipments: Contract['equipments']
  /** Days in the company's zone, `yyyy-mm-dd`. */
  startAt: string
  expiresAt: string
  /** The last day somebody agreed to, which the terms it is renewed by go on from. */
  agreedEnd: string
  /** That it was told to expire on `expiresAt`: so many days before, and when. */
  reminder: { days: number; at: number } | null
  /** The last day it went on from when it was renewed last. */
  renewedFrom: string | null
  /** Who made it, and their language: reminders are written in it. */
  userId: string
  language: Language
  createdAt: number
  updatedAt: number
}

const keyOf = (companyId: string, id: string) => ({ pk: `${companyId}#contract#${id}`, sk: 'contract' })
const allOf = (companyId: string): string => `${companyId}#contracts`
const ofCustomer = (companyId: string, customerId: string): string => `${companyId}#contracts-of#${customerId}`
const byExpiry = (companyId: string): string => `${companyId}#contracts-until`

const ATTRIBUTES = ['pk', 'version', 'row'] as const

function toRow(given: object): ContractRow {
  const { pk, version, row } = given as { pk: string; version: number; row: string }
  const [companyId = '', , id = ''] = pk.split('#')
  return { ...JSON.parse(row), companyId, id, version } as ContractRow
}

/** A write labelled `contract`: a new row, or one that takes the place of `before` as long as nobody else changed it. */
function contractWrite(after: ContractRow, before?: ContractRow): Write {
  const { companyId, id, version, ...content } = after
  const Item = {
    ...keyOf(companyId, id),
    gsi1pk: allOf(companyId),
    gsi1sk: id,
    gsi2pk: ofCustomer(companyId, after.customerId),
    gsi2sk: id,
    gsi3pk: byExpiry(companyId),
    gsi3sk: `${after.expiresAt}#${id}`,
    version,
    row: JSON.stringify(content),
  }
  return put('contract', { TableName: tableName(), Item, ...whileAt(before) })
}

/** Parts of a number from which on it is found as one word, however it is punctuated. */
const MOST_PARTS = 8

/** Found by its customer's name, and by its number: whole, from any of its parts on, and in parts. */
function subjectOf({ number, customerName }: ContractRow): SearchSubject {
  const parts = searchWords(number).slice(0, MOST_PARTS)
  return {
    name: `${customerName} ${number}`,
    number: '',
    isGroup: false,
    codes: parts.map((_, from) => parts.slice(from).join('')),
  }
}

/** The writes that follow a contract's number and customer: what it is found by, and that nobody else has the number. */
function alongWrites(before: ContractRow | undefined, after: ContractRow | undefined): Write[] {
  const row = after ?? before
  if (!row) return []
  const [from, to] = [before && subjectOf(before), after && subjectOf(after)]
  return [
    ...(from && to && from.name === to.name ? [] : searchWrites(row.companyId, 'contract', row.id, from, to)),
    ...reclaim(
      row.companyId,
      'contractNumber',
      row.id,
      before && foldName(before.number),
      after && foldName(after.number),
    ),
  ]
}

type ContractTimer = Extract<Timer, { type: 'remindContract' | 'renewContract' }>

/** The timers of a contract's dates: reminders whose moment has not passed, and the end of what is renewed. */
export function contractTimers(row: ContractRow, timeZone: string, now: number): ContractTimer[] {
  const { companyId, id: contractId, expiresAt } = row
  const common = { companyId, contractId, expiresAt }
  return [
    ...REMINDER_DAYS.map(days => ({
      type: 'remindContract' as const,
      ...common,
      days,
      dueAt: reminderMoment(expiresAt, days, timeZone),
    })).filter(({ dueAt }) => dueAt > now),
    ...(row.renewal ? [{ type: 'renewContract' as const, ...common, dueAt: expiryMoment(expiresAt, timeZone) }] : []),
  ]
}

const TAKEN = { contractNumber: 'ERR_CONTRACT_NUMBER_ALREADY_EXISTS' } as const

export type NewContract = Omit<
  ContractRow,
  'companyId' | 'id' | 'version' | 'agreedEnd' | 'reminder' | 'renewedFrom' | 'createdAt' | 'updatedAt'
>

/** Makes a contract with its timers. Throws ERR_CONTRACT_NUMBER_ALREADY_EXISTS. */
export async function createContract(companyId: string, given: NewContract, timeZone: string): Promise<ContractRow> {
  const now = Date.now()
  const row: ContractRow = {
    companyId,
    id: newId(),
    version: 1,
    agreedEnd: given.expiresAt,
    reminder: null,
    renewedFrom: null,
    createdAt: now,
    updatedAt: now,
    ...given,
  }
  await transact(
    [contractWrite(row), ...alongWrites(undefined, row), ...contractTimers(row, timeZone, now).map(timerWrite)],
    TAKEN,
  )
  return row
}

export type ContractChanges = Partial<Omit<ContractRow, 'companyId' | 'id' | 'version' | 'createdAt' | 'updatedAt'>>

/**
 * Changes a row as it was read. Another last day, or a renewal that is wanted now, arms timers; what was told of another last day
 * counts no more. Throws WriteRefused labelled `contract` when it is gone or was changed since, and
 * ERR_CONTRACT_NUMBER_ALREADY_EXISTS.
 * @param timeZone the company's; not needed for changes of neither
 */
export async function replaceContract(
  before: ContractRow,
  changes: ContractChanges,
  timeZone?: string,
): Promise<ContractRow> {
  const now = Math.max(Date.now(), before.updatedAt + 1)
  const moved = changes.expiresAt !== undefined && changes.expiresAt !== before.expiresAt
  const row: ContractRow = {
    ...before,
    ...(moved ? { agreedEnd: changes.expiresAt, reminder: null } : {}),
    ...changes,
    version: before.version + 1,
    updatedAt: now,
  } as ContractRow
  const timers = timeZone === undefined ? [] : contractTimers(row, timeZone, now)
  const armed = timers.filter(({ type }) => moved || (type === 'renewContract' && !before.renewal))
  await transact([contractWrite(row, before), ...alongWrites(before, row), ...armed.map(timerWrite)], TAKEN)
  return row
}

/** Whether a write was refused since the row is not as it was read: `existing` is what it is now. */
export const isOutdated = (error: unknown): error is WriteRefused =>
  error instanceof WriteRefused && error.label === 'contract'

/** `replaceContract` for a caller. Throws ERR_CONFLICT when it was changed since, ERR_NO_CONTRACT_FOUND when it is gone. */
export async function changeContract(
  before: ContractRow,
  changes: ContractChanges,
  timeZone?: string,
): Promise<ContractRow> {
  try {
    return await replaceContract(before, changes, timeZone)
  } catch (error) {
    if (!isOutdated(error)) throw error
    throw new AppError(error.existing ? 'ERR_CONFLICT' : 'ERR_NO_CONTRACT_FOUND')
  }
}

/** Takes it away; its timers find nothing then. False when it was gone already. Throws ERR_CONFLICT when it was changed since. */
export async function deleteContract(row: ContractRow): Promise<boolean> {
  try {
    await transact([
      remove('contract', { TableName: tableName(), Key: keyOf(row.companyId, row.id), ...whileAt(row) }),
      ...alongWrites(row, undefined),
    ])
    return true
  } catch (error) {
    if (!isOutdated(error)) throw error
    if (error.existing) throw new AppError('ERR_CONFLICT')
    return false
  }
}

/** Half a read unit, 1 when consistent. */
export async function getContract(companyId: string, id: string, consistent = false): Promise<ContractRow | undefined> {
  const item = await getItem(keyOf(companyId, id), consistent)
  return item && toRow(item)
}

/** As it is now. Throws ERR_NO_CONTRACT_FOUND. */
export async function requireContract(companyId: string, id: string): Promise<ContractRow> {
  const row = await getContract(companyId, id, true)
  if (!row) throw new AppError('ERR_NO_CONTRACT_FOUND')
  return row
}

/** Behind every place of a day, since ids have none of these signs. */
const BEHIND = '~'

const listed = (companyId: string): Source<ContractRow> =>
  fromQuery(position => keyQuery('gsi1', allOf(companyId), { below: (position as string | null) ?? BEHIND }), {
    attributes: ATTRIBUTES,
    toRow,
    positionOf: ({ id }) => id,
  })

/** The rows whose last day is one of these, both taken in, the soonest first. */
const untilBetween = (companyId: string, from: string, to: string): Source<ContractRow> =>
  fromQuery(
    position =>
      keyQuery('gsi3', byExpiry(companyId), {
        from: position === null ? from : `${position}${BEHIND}`,
        to: `${to}${BEHIND}`,
      }),
    { attributes: ATTRIBUTES, order: 'asc', toRow, positionOf: ({ expiresAt, id }) => `${expiresAt}#${id}` },
  )

const ofOneCustomer = (companyId: string, customerId: string): Source<ContractRow> =>
  fromQuery(
    position => keyQuery('gsi2', ofCustomer(companyId, customerId), { below: (position as string | null) ?? BEHIND }),
    { attributes: ATTRIBUTES, toRow, positionOf: ({ id }) => id },
  )

/** Half a read unit for each that is found, since the items they are found by do not carry them. */
const searched = (companyId: string, text: string): Source<ContractRow> =>
  fromSearch(companyId, 'contract', text, hits => rowsById(idsOf(hits), id => keyOf(companyId, id), ATTRIBUTES, toRow))

/** A page of the company's contracts, the latest first, or of those that `searchParam` finds. Throws ERR_INVALID_CURSOR, ERR_VALIDATION. */
export function pageOfContracts(
  companyId: string,
  { searchParam, ...options }: PageOptions & { searchParam: string },
): Promise<Page<ContractRow>> {
  const text = searchParam.trim()
  return pageOf(
    companyId,
    `contracts|${text}`,
    text ? searched(companyId, text) : listed(companyId),
    searchedPage(options, text),
  )
}

/**
 * A page of the contracts that `which` lets through, of those whose last day is one of these, the soonest first. Throws
 * ERR_INVALID_CURSOR, ERR_VALIDATION.
 */
export const pageOfExpiring = (
  companyId: string,
  { from, to }: { from: string; to: string },
  which: (row: ContractRow) => boolean,
  options: PageOptions,
): Promise<Page<ContractRow>> =>
  pageOf(companyId, 'contracts-until', untilBetween(companyId, from, to), { ...options, accept: which })

/** Carries a customer's name to their contracts; may run again. `tell` hears of each that changed. */
export async function renameInContracts(
  companyId: string,
  customerId: string,
  customerName: string,
  tell: (row: ContractRow) => Promise<unknown>,
): Promise<void> {
  for await (const { id } of each(ofOneCustomer(companyId, customerId)))
    await untilWritten(async () => {
      const row = await getContract(companyId, id, true)
      if (row?.customerId !== customerId || row.customerName === customerName) return
      await tell(await replaceContract(row, { customerName }))
    })
}

/** A contract as it leaves. */
export const toWireContract = (row: ContractRow): Contract => ({
  id: row.id,
  number: row.number,
  customerId: row.customerId,
  customer: { id: row.customerId, fullName: row.customerName },
  type: row.type,
  value: toReais(row.value),
  lateFine: toReais(row.lateFine),
  renewal: row.renewal,
  published: row.publishment !== null,
  publishment: row.publishment === null ? null : instant(row.publishment),
  equipments: row.equipments,
  startAt: row.startAt,
  expiresAt: row.expiresAt,
  userId: row.userId,
  createdAt: instant(row.createdAt),
  updatedAt: instant(row.updatedAt),
})

/** What the bell says of a contract that was told to expire. */
export const toWireReminder = ({ reminder, ...row }: ContractRow): ContractReminder[] =>
  reminder
    ? [
        {
          id: row.id,
          number: row.number,
          customer: { id: row.customerId, fullName: row.customerName },
          expiresAt: row.expiresAt,
          renewal: row.renewal,
          days: reminder.days,
          at: instant(reminder.at),
        },
      ]
    : []
