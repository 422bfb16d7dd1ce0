import { type Company, RECURRENCES } from '@balcao/shared/entities/company.ts'
import type { Plan } from '@balcao/shared/entities/plan.ts'
import { DEFAULT_SCHEDULES, type WeekdaySchedule } from '@balcao/shared/entities/working-hours.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { Entity, type EntityItem } from 'electrodb'
import { documentClient, tableName } from '../table/client.ts'
import { index, model, SCHEDULES, type TableKey } from '../table/entity.ts'
import { foldName } from '../table/fold.ts'
import { isRefused } from '../table/refused.ts'
import { remember } from '../table/remember.ts'
import { put, transact } from '../table/transact.ts'
import { claimCompanyName } from '../table/unique.ts'
import { type NewUser, userWrites } from '../team/user.ts'
import { boardOfNewCompany } from '../tickets/board.ts'
import { getPlan } from './plan.ts'
import { usageOfNewCompany } from './usage.ts'

const CompanyEntity = new Entity({
  model: model('company'),
  attributes: {
    companyId: { type: 'string', required: true },
    name: { type: 'string', required: true },
    email: { type: 'string', required: true },
    phone: { type: 'string', required: true },
    status: { type: 'boolean', required: true },
    dueDate: { type: 'string', required: true },
    trialExpiration: { type: 'string' },
    recurrence: { type: RECURRENCES, required: true },
    planId: { type: 'string', required: true },
    campaignsEnabled: { type: 'boolean', required: true },
    schedules: SCHEDULES,
    createdAt: { type: 'string', required: true },
    updatedAt: { type: 'string', required: true },
  },
  indexes: {
    byId: index(
      'main',
      { composite: ['companyId'], template: '${companyId}#company' },
      { composite: [], template: 'company' },
    ),
  },
})

const options = () => ({ client: documentClient(), table: tableName() })

const toCompany = ({ companyId, ...row }: EntityItem<typeof CompanyEntity>): Company => ({
  ...row,
  id: companyId,
  trialExpiration: row.trialExpiration ?? null,
})

export async function getCompany(companyId: string, consistent = false): Promise<Company | undefined> {
  const { data } = await CompanyEntity.get({ companyId }).go({ ...options(), consistent })
  return data ? toCompany(data) : undefined
}

/** Throws ERR_NO_COMPANY_FOUND. */
export async function requireCompany(companyId: string): Promise<Company> {
  const company = await getCompany(companyId)
  if (!company) throw new AppError('ERR_NO_COMPANY_FOUND')
  return company
}

/** Where a company's row lies, and what it says, for reads of several rows at once. */
export const companyRow = {
  key: (companyId: string) => CompanyEntity.get({ companyId }).params<{ Key: TableKey }>({ table: tableName() }).Key,
  parse: (item: object): Company | undefined => {
    const { data } = CompanyEntity.parse({ Item: item })
    return data ? toCompany(data) : undefined
  },
}

const companies = remember<Company | undefined>(30_000)

/** A company, half a minute old at most: what is asked at each call. `anew` reads it, for the calls that follow too. */
export function recentCompany(companyId: string, anew = false): Promise<Company | undefined> {
  if (anew) companies.forget(companyId)
  // A company that was made a moment ago is not missing.
  return companies.get(companyId, async () =>
    anew ? getCompany(companyId, true) : ((await getCompany(companyId)) ?? getCompany(companyId, true)),
  )
}

const planned = remember<Pick<Company, 'planId' | 'campaignsEnabled'> | undefined>(3000)

/**
 * The plan of a company, seconds old at most: what it may use. `useCampaigns` is on only while the company's `campaignsEnabled` is
 * too, so the sign-in, the menu and every call that asks the plan agree: it is what the browser flag `cshow` of the specification stands
 * for (2-engagement §2). Throws ERR_NO_PLAN_FOUND.
 */
export async function planOf(companyId: string): Promise<Plan> {
  const company = await planned.get(companyId, () => getCompany(companyId))
  const plan = company && (await getPlan(company.planId))
  if (!plan) throw new AppError('ERR_NO_PLAN_FOUND')
  return { ...plan, useCampaigns: plan.useCampaigns && company.campaignsEnabled }
}

export type NewCompany = {
  id: string
  name: string
  email: string
  phone: string
  planId: string
  dueDate: string
  trialExpiration: string | null
}

/**
 * A company and its first admin, all or nothing. Throws ERR_COMPANY_ALREADY_EXISTS or ERR_EMAIL_ALREADY_EXISTS.
 * Settings need no rows: what was never changed has its default.
 */
export async function createCompany(given: NewCompany, admin: NewUser): Promise<Company> {
  const now = new Date().toISOString()
  const { id, trialExpiration, ...rest } = given
  const row = {
    ...rest,
    companyId: id,
    ...(trialExpiration ? { trialExpiration } : {}),
    status: true,
    recurrence: 'MENSAL' as const,
    campaignsEnabled: true,
    schedules: DEFAULT_SCHEDULES,
    createdAt: now,
    updatedAt: now,
  }
  await transact(
    [
      put('company', CompanyEntity.create(row).params({ table: tableName() })),
      claimCompanyName(foldName(given.name), id),
      usageOfNewCompany(id),
      boardOfNewCompany(id),
      ...userWrites(id, admin),
    ],
    { companyName: 'ERR_COMPANY_ALREADY_EXISTS', email: 'ERR_EMAIL_ALREADY_EXISTS' },
  )
  return toCompany(row)
}

type CompanyChanges = Partial<
  Pick<Company, 'status' | 'dueDate' | 'planId' | 'campaignsEnabled'> & { schedules: WeekdaySchedule[] }
>

/** Throws ERR_NO_COMPANY_FOUND. */
export async function changeCompany(companyId: string, changes: CompanyChanges): Promise<Company> {
  try {
    const { data } = await CompanyEntity.patch({ companyId })
      .set({ ...changes, updatedAt: new Date().toISOString() })
      .go({ ...options(), response: 'all_new' })
    planned.forget(companyId)
    companies.forget(companyId)
    return toCompany(data as EntityItem<typeof CompanyEntity>)
  } catch (error) {
    if (isRefused(error)) throw new AppError('ERR_NO_COMPANY_FOUND')
    throw error
  }
}
