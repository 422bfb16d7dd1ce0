/**
 * Rows that claim a name, so that it cannot be used twice: within a company, or in the whole
 * installation.
 */
import { z } from 'zod'
import { defineRow } from './define-row.ts'
import { put, remove, type Write } from './transact.ts'

const UNIQUES = defineRow({
  kind: 'unique',
  key: { pk: '${companyId}#unique', sk: '${kind}#${value}' },
  content: z.object({ companyId: z.string(), kind: z.string(), value: z.string(), ownerId: z.string() }),
})

/** Kinds of unique values, which are also the labels of the writes. */
export type UniqueKind =
  | 'queueName'
  | 'invitationEmail'
  | 'queueColor'
  | 'whatsappName'
  | 'phoneNumberId'
  | 'tagName'
  | 'zoneName'
  | 'zonePlace'
  | 'holidayDate'
  | 'storeName'
  | 'storeDocument'
  | 'categoryName'
  | 'productCode'
  | 'productEan'
  | 'portfolioName'
  | 'customerDocument'
  | 'paymentName'
  | 'paymentDetailValue'
  | 'statusBudGetName'
  | 'ratePlace'
  | 'couponName'
  | 'contractNumber'
  | 'contactListName'
  | 'fileListName'
  | 'helpTitle'
  | 'promptName'
  | 'integrationName'
  | 'webhookName'
  | 'ruleName'
  | 'goalName'
  | 'fieldName'
  | 'planName'

const claim = (companyId: string, kind: UniqueKind, value: string, ownerId: string): Write =>
  put(kind, UNIQUES.create({ companyId, kind, value, ownerId }))

const release = (companyId: string, kind: UniqueKind, value: string): Write =>
  remove(kind, UNIQUES.delete({ companyId, kind, value }))

/** Returns the id of the row that holds a value, or undefined. Costs one read unit. */
export const ownerOf = async (companyId: string, kind: UniqueKind, value: string): Promise<string | undefined> =>
  (await UNIQUES.get({ companyId, kind, value }, { consistent: true }))?.ownerId

/**
 * Returns the writes that move a claim from one value to another; `undefined` stands for a row that
 * is created or deleted.
 */
export function reclaim(
  companyId: string,
  kind: UniqueKind,
  ownerId: string,
  from: string | undefined,
  to: string | undefined,
): Write[] {
  if (from === to) return []
  return [
    ...(from === undefined ? [] : [release(companyId, kind, from)]),
    ...(to === undefined ? [] : [claim(companyId, kind, to, ownerId)]),
  ]
}

/** Claimed names of companies, which list all companies of the installation. */
export const COMPANY_NAMES = defineRow({
  kind: 'companyName',
  key: { pk: 'system#company-name', sk: 'name#${name}' },
  content: z.object({ name: z.string(), companyId: z.string() }),
})

/** Returns a write labelled `companyName`; `name` is folded. */
export const claimCompanyName = (name: string, companyId: string): Write =>
  put('companyName', COMPANY_NAMES.create({ name, companyId }))

export const releaseCompanyName = (name: string): Write => remove('companyName', COMPANY_NAMES.delete({ name }))

const EMAILS = defineRow({
  kind: 'email',
  key: { pk: 'system#email#${email}', sk: 'email' },
  content: z.object({ email: z.string(), companyId: z.string(), userId: z.string() }),
})

/** Returns a write labelled `email`: an address belongs to one user of the whole installation. */
export const claimEmail = (email: string, companyId: string, userId: string): Write =>
  put('email', EMAILS.create({ email, companyId, userId }))

export const releaseEmail = (email: string): Write => remove('email', EMAILS.delete({ email }))

/** Returns the user to whom an address belongs, or undefined if it is free. */
export async function findByEmail(email: string): Promise<{ companyId: string; userId: string } | undefined> {
  const row = await EMAILS.get({ email }, { consistent: true })
  return row && { companyId: row.companyId, userId: row.userId }
}
