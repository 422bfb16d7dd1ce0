/**
 * Contracts. They grow with the business: one row each, the latest first in an index of the
 * company, by their last day in a second one, and by customer in a third. A change replaces exactly
 * the version that was read and arms the timers of its dates in its transaction; timers of other
 * dates then have no effect.
 */
import type { Contract, ContractReminder, ContractType } from '@balcao/shared/entities/contract.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { Timer } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import type { Language } from '@balcao/shared/rules/language.ts'
import { expiryMoment, REMINDER_DAYS, reminderMoment } from '@balcao/shared/rules/sales/contract-term.ts'
import { toReais } from '@balcao/shared/rules/sales/money.ts'
import { searchWords } from '@balcao/shared/rules/search-words.ts'
import { z } from 'zod'
import { instant } from '../instant.ts'
import { rowsById } from '../table/batch-items.ts'
import { normalizeName } from '../table/normalize.ts'
import { definePackedRow, unchanged } from '../table/packed-row.ts'
import { each, fromQuery, type Page, type PageOptions, pageOf, type Source, searchedPage } from '../table/page.ts'
import { fromSearch, idsOf } from '../table/search.ts'
import { type SearchSubject, searchWrites } from '../table/search-item.ts'
import { put, remove, retryUntilWritten, transact, type Write, WriteConflict } from '../table/transact.ts'
import { reclaim } from '../table/unique.ts'
import { timerWrite } from '../timers/timer.ts'

/** Contract as the server stores it. Amounts are cents, times epoch milliseconds. */
export type ContractRow = {
  companyId: string
  id: string
  version: number
  number: string
  customerId: string
  /** Customer's name when it was last copied here. */
  customerName: string
  type: ContractType
  value: number
  lateFine: number
  renewal: boolean
  /** Time of publication; null if it is not published. */
  publishment: number | null
  equipments: Contract['equipments']
  /** Days in the company's time zone, `yyyy-mm-dd`. */
  startAt: string
  expiresAt: string
  /** Last day on which the parties agreed, from which renewal terms are counted. */
  agreedEnd: string
  /** Reminder that the contract expires on `expiresAt`: days before, and time sent. */
  reminder: { days: number; at: number } | null
  /** Last day before the latest renewal. */
  renewedFrom: string | null
  /** User who created it, and their language, used in reminders. */
  userId: string
  language: Language
  createdAt: number
  updatedAt: number
}

const CONTRACTS = definePackedRow({
  kind: 'contract',
  key: { pk: '${companyId}#contract#${id}', sk: 'contract' },
  indexes: {
    gsi1: { pk: '${companyId}#contracts', sk: '${id}' },
    gsi2: { pk: '${companyId}#contracts-of#${customerId}', sk: '${id}' },
    gsi3: { pk: '${companyId}#contracts-until', sk: '${expiresAt}#${id}' },
  },
  content: z.custom<ContractRow>(),
})

/**
 * Returns a write labelled `contract`: a new row, or one that replaces `before` provided that it is
 * unchanged.
 */
const contractWrite = (after: ContractRow, before?: ContractRow): Write =>
  put('contract', CONTRACTS.replace(after, before))

/**
 * Maximum number of parts of a contract number from which it is indexed as one word, with any
 * punctuation.
 */
const MAX_PARTS = 8

/**
 * Returns the texts by which a contract is found: its customer's name, and its number: complete,
 * from any of its parts on, and in parts.
 */
function subjectOf({ number, customerName }: ContractRow): SearchSubject {
  const parts = searchWords(number).slice(0, MAX_PARTS)
  return {
    name: `${customerName} ${number}`,
    number: '',
    isGroup: false,
    codes: parts.map((_, from) => parts.slice(from).join('')),
  }
}

/**
 * Returns the writes that follow a contract's number and customer: its search items, and the claim
 * of its unique number.
 */
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
      before && normalizeName(before.number),
      after && normalizeName(after.number),
    ),
  ]
}

type ContractTimer = Extract<Timer, { type: 'remindContract' | 'renewContract' }>

/**
 * Returns the timers of a contract's dates: reminders that are still to come, and the end of a
 * contract to be renewed.
 */
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

/** Creates a contract with its timers. Throws ERR_CONTRACT_NUMBER_ALREADY_EXISTS. */
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
 * Replaces a row that was read. A new last day, or a renewal newly requested, arms timers; a
 * reminder of another last day no longer counts. Throws WriteConflict labelled `contract` if it was
 * deleted or changed since, and ERR_CONTRACT_NUMBER_ALREADY_EXISTS.
 * @param timeZone the company's; only needed if the last day or the renewal changes
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

/**
 * Returns whether a write was refused because the row changed since it was read: `existing` is the
 * current row.
 */
export const isOutdated = (error: unknown): error is WriteConflict =>
  error instanceof WriteConflict && error.label === 'contract'

/**
 * Calls `replaceContract` for an API call. Throws ERR_CONFLICT if it was changed since,
 * ERR_NO_CONTRACT_FOUND if it was deleted.
 */
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

/**
 * Deletes a contract; its timers then have no effect. Returns false if it was already deleted.
 * Throws ERR_CONFLICT if it was changed since.
 */
export async function deleteContract(row: ContractRow): Promise<boolean> {
  try {
    await transact([
      remove('contract', CONTRACTS.delete(row, { when: unchanged(row) })),
      ...alongWrites(row, undefined),
    ])
    return true
  } catch (error) {
    if (!isOutdated(error)) throw error
    if (error.existing) throw new AppError('ERR_CONFLICT')
    return false
  }
}

/** Reads a contract. Costs half a read unit, or 1 if consistent. */
export const getContract = (companyId: string, id: string, consistent = false): Promise<ContractRow | undefined> =>
  CONTRACTS.get({ companyId, id }, { consistent })

/** Reads a contract consistently. Throws ERR_NO_CONTRACT_FOUND. */
export async function requireContract(companyId: string, id: string): Promise<ContractRow> {
  const row = await getContract(companyId, id, true)
  if (!row) throw new AppError('ERR_NO_CONTRACT_FOUND')
  return row
}

/** Sort key after every position of a day, since ids contain no such character. */
const BEHIND = '~'

const listed = (companyId: string): Source<ContractRow> =>
  fromQuery(position => CONTRACTS.queryIndex('gsi1', { companyId }, { below: (position as string | null) ?? BEHIND }), {
    attributes: CONTRACTS.attributes,
    toRow: CONTRACTS.parse,
    positionOf: ({ id }) => id,
  })

/**
 * Returns the source of the rows with a last day in a range, both ends included, the soonest first.
 */
const untilBetween = (companyId: string, from: string, to: string): Source<ContractRow> =>
  fromQuery(
    position =>
      CONTRACTS.queryIndex(
        'gsi3',
        { companyId },
        {
          from: position === null ? from : `${position}${BEHIND}`,
          to: `${to}${BEHIND}`,
        },
      ),
    {
      attributes: CONTRACTS.attributes,
      order: 'asc',
      toRow: CONTRACTS.parse,
      positionOf: ({ expiresAt, id }) => `${expiresAt}#${id}`,
    },
  )

const ofOneCustomer = (companyId: string, customerId: string): Source<ContractRow> =>
  fromQuery(
    position =>
      CONTRACTS.queryIndex('gsi2', { companyId, customerId }, { below: (position as string | null) ?? BEHIND }),
    { attributes: CONTRACTS.attributes, toRow: CONTRACTS.parse, positionOf: ({ id }) => id },
  )

/**
 * Finds contracts by text. Costs half a read unit for each, since the search items do not contain
 * them.
 */
const searched = (companyId: string, text: string): Source<ContractRow> =>
  fromSearch(companyId, 'contract', text, hits =>
    rowsById(idsOf(hits), id => CONTRACTS.key({ companyId, id }), CONTRACTS.attributes, CONTRACTS.parse),
  )

/**
 * Reads a page of the company's contracts, the latest first, or of those that `searchParam` finds.
 * Throws ERR_INVALID_CURSOR, ERR_VALIDATION.
 */
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
 * Reads a page of the contracts that `which` accepts with a last day in a range, the soonest first.
 * Throws ERR_INVALID_CURSOR, ERR_VALIDATION.
 */
export const pageOfExpiring = (
  companyId: string,
  { from, to }: { from: string; to: string },
  which: (row: ContractRow) => boolean,
  options: PageOptions,
): Promise<Page<ContractRow>> =>
  pageOf(companyId, 'contracts-until', untilBetween(companyId, from, to), { ...options, accept: which })

/**
 * Copies a customer's name to their contracts; idempotent. `tell` is called for each changed one.
 */
export async function renameInContracts(
  companyId: string,
  customerId: string,
  customerName: string,
  onChanged: (row: ContractRow) => Promise<unknown>,
): Promise<void> {
  for await (const { id } of each(ofOneCustomer(companyId, customerId)))
    await retryUntilWritten(async () => {
      const row = await getContract(companyId, id, true)
      if (row?.customerId !== customerId || row.customerName === customerName) return
      await onChanged(await replaceContract(row, { customerName }))
    })
}

/** Returns a contract in wire form. */
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

/** Returns the notification about a contract that was reported as expiring. */
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
