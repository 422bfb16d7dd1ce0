/** Rows that hold a name, so that the same one cannot be taken twice: within a company, or in the whole installation. */
import { Entity } from 'electrodb'
import { documentClient, tableName } from './client.ts'
import { index, model } from './entity.ts'
import { getItem } from './get-item.ts'
import { put, remove, type Write } from './transact.ts'

const UniqueEntity = new Entity({
  model: model('unique'),
  attributes: {
    companyId: { type: 'string', required: true },
    kind: { type: 'string', required: true },
    value: { type: 'string', required: true },
    ownerId: { type: 'string', required: true },
  },
  indexes: {
    byValue: index(
      'main',
      { composite: ['companyId'], template: '${companyId}#unique' },
      { composite: ['kind', 'value'], template: '${kind}#${value}' },
    ),
  },
})

/** The kinds are the labels of the writes. */
export type UniqueKind =
  | 'queueName'
  | 'invitationEmail'
  | 'queueColor'
  | 'whatsappName'
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
  | 'planName'

const claim = (companyId: string, kind: UniqueKind, value: string, ownerId: string): Write =>
  put(kind, UniqueEntity.create({ companyId, kind, value, ownerId }).params({ table: tableName() }))

const release = (companyId: string, kind: UniqueKind, value: string): Write =>
  remove(kind, UniqueEntity.delete({ companyId, kind, value }).params({ table: tableName() }))

/** Whose a value is; undefined when it is nobody's. One read unit. */
export async function ownerOf(companyId: string, kind: UniqueKind, value: string): Promise<string | undefined> {
  const found = UniqueEntity.get({ companyId, kind, value })
  return (await found.go({ client: documentClient(), table: tableName(), consistent: true })).data?.ownerId
}

/** The writes that move a claim from one value to another; `undefined` for a row that is new or goes. */
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

/** Where the names of companies lie. */
export const COMPANY_NAMES = { pk: 'system#company-name', prefix: 'name#' } as const

const CompanyNameEntity = new Entity({
  model: model('companyName'),
  attributes: { name: { type: 'string', required: true }, companyId: { type: 'string', required: true } },
  indexes: {
    byName: index(
      'main',
      { composite: [], template: COMPANY_NAMES.pk },
      { composite: ['name'], template: `${COMPANY_NAMES.prefix}\${name}` },
    ),
  },
})

/** A write labelled `companyName`; `name` folded. */
export const claimCompanyName = (name: string, companyId: string): Write =>
  put('companyName', CompanyNameEntity.create({ name, companyId }).params({ table: tableName() }))

export const releaseCompanyName = (name: string): Write =>
  remove('companyName', CompanyNameEntity.delete({ name }).params({ table: tableName() }))

const EmailEntity = new Entity({
  model: model('email'),
  attributes: {
    email: { type: 'string', required: true },
    companyId: { type: 'string', required: true },
    userId: { type: 'string', required: true },
  },
  indexes: {
    byEmail: index(
      'main',
      { composite: ['email'], template: 'system#email#${email}' },
      { composite: [], template: 'email' },
    ),
  },
})

/** A write labelled `email`: an address belongs to one user of the whole installation. */
export const claimEmail = (email: string, companyId: string, userId: string): Write =>
  put('email', EmailEntity.create({ email, companyId, userId }).params({ table: tableName() }))

export const releaseEmail = (email: string): Write =>
  remove('email', EmailEntity.delete({ email }).params({ table: tableName() }))

/** Whose address it is. */
export async function findByEmail(email: string): Promise<{ companyId: string; userId: string } | undefined> {
  const row = await getItem({ pk: `system#email#${email}`, sk: 'email' }, true)
  return row && { companyId: row.companyId as string, userId: row.userId as string }
}
