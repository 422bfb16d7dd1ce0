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
import { put, remove, transact, untilWritten, update, type Write } from '../table/transact.ts'
import { COMPANY_NAMES, claimCompanyName, releaseCompanyName } from '../table/unique.ts'
import { type NewUser, userWrites } from '../team/user.ts'
import { boardOfNewCompany } from '../tickets/board.ts'
import { armTimer, timerWrite } from '../timers/timer.ts'
import { raiseConfigurationVersion } from './configuration-version.ts'
import { getPlan } from './plan.ts'
import { joinPlan, leavePlan } from './plan-use.ts'
import { usageOfNewCompany } from './usage.ts'

const CompanyEntity = new Entity({
  model: model('company'),
  attributes: {
    companyId: { type: 'string', required: true },
    name: { type: 'string', required: true },
    email: { type: 'string', required: true },
    phone: { type: 'string', required: true },
    status: { type: 'boolean', required: true },
    /** Who takes the company away, `company#job`; absent while nobody does. */
    removal: { type: 'string' },
    dueDate: { type: 'string', required: true },
    trialExpiration: { type: 'string' },
    recurrence: { type: RECURRENCES, required: true },
    planId: { type: 'string', required: true },
    campaignsEnabled: { type: 'boolean', required: true },
    schedules: SCHEDULES,
    mediaPath: { type: 'string' },
    mediaName: { type: 'string' },
    billingName: { type: 'string' },
    addressZipCode: { type: 'string' },
    addressStreet: { type: 'string' },
    addressDistrict: { type: 'string' },
    addressCity: { type: 'string' },
    addressState: { type: 'string' },
    /** SHA-256 of the company's own token of the public API. */
    tokenHash: { type: 'string' },
    /** Its first steps are still to be shown: neither done nor dismissed. */
    firstSteps: { type: 'boolean' },
    /** Of the first that somebody of it wrote to a customer, while that is of interest. */
    firstMessageAt: { type: 'string' },
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

const toCompany = ({ companyId, removal, tokenHash, ...row }: EntityItem<typeof CompanyEntity>): Company => ({
  ...row,
  hasToken: tokenHash !== undefined,
  ...(removal ? { deleting: true } : {}),
  id: companyId,
  trialExpiration: row.trialExpiration ?? null,
  mediaPath: row.mediaPath ?? null,
  mediaName: row.mediaName ?? null,
  billingName: row.billingName ?? '',
  addressZipCode: row.addressZipCode ?? '',
  addressStreet: row.addressStreet ?? '',
  addressDistrict: row.addressDistrict ?? '',
  addressCity: row.addressCity ?? '',
  addressState: row.addressState ?? '',
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

/** Where a company's row lies (the entity's template, written out), and what it says, for reads of several rows at once. */
export const companyRow = {
  key: (companyId: string): TableKey => ({ pk: `${companyId}#company`, sk: 'company' }),
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

const silences = remember<Pick<Company, 'status' | 'dueDate'> | undefined>(3000)

/**
 * Returns why nothing may be said in a company's name that nobody says in person (bots, machines, campaigns, schedules,
 * greetings, webhooks): it is disabled, being deleted or gone, or past its due date. Undefined while it may.
 */
export function silenceOf(
  company: Pick<Company, 'status' | 'dueDate'> | undefined,
): 'ERR_COMPANY_DISABLED' | 'ERR_COMPANY_EXPIRED' | undefined {
  if (!company?.status) return 'ERR_COMPANY_DISABLED'
  return Date.parse(company.dueDate) <= Date.now() ? 'ERR_COMPANY_EXPIRED' : undefined
}

/** Returns `silenceOf` the company, three seconds old at most where another process changed it. */
export async function silencedBy(companyId: string): Promise<ReturnType<typeof silenceOf>> {
  // A company that was made a moment ago may speak.
  const read = async () => (await getCompany(companyId)) ?? (await getCompany(companyId, true))
  return silenceOf(await silences.get(companyId, read))
}

const planned = remember<Pick<Company, 'planId' | 'campaignsEnabled'> | undefined>(1000)

/**
 * The plan of a company, two seconds old at most, or read `anew`: what it may use. `useCampaigns` is on only while the company's `campaignsEnabled` is
 * too, so the sign-in, the menu and every call that asks the plan agree: it is what the browser flag `cshow` of the specification stands
 * for (decision 0040). Throws ERR_NO_PLAN_FOUND.
 */
export async function planOf(companyId: string, anew = false): Promise<Plan> {
  if (anew) planned.forget(companyId)
  const company = await planned.get(companyId, () => getCompany(companyId, anew))
  const plan = company && (await getPlan(company.planId, anew))
  if (!plan) throw new AppError('ERR_NO_PLAN_FOUND')
  return { ...plan, useCampaigns: plan.useCampaigns && company.campaignsEnabled }
}

/** A company's first invoice is looked after so long before it is due, or at once. */
const FIRST_INVOICE_MS = 20 * 86_400_000

export type NewCompany = {
  id: string
  name: string
  email: string
  phone: string
  planId: string
  dueDate: string
  trialExpiration: string | null
} & Partial<Pick<Company, 'status' | 'recurrence' | 'campaignsEnabled'>>

/** Returns a company as `createCompany` would answer it, without storing anything. */
export const describeNewCompany = (given: NewCompany): Company => toCompany(rowOfNew(given))

function rowOfNew({ id, trialExpiration, ...rest }: NewCompany) {
  const now = new Date().toISOString()
  return {
    status: true,
    recurrence: 'MENSAL' as const,
    campaignsEnabled: true,
    ...rest,
    companyId: id,
    ...(trialExpiration ? { trialExpiration } : {}),
    firstSteps: true,
    schedules: DEFAULT_SCHEDULES,
    createdAt: now,
    updatedAt: now,
  }
}

/**
 * A company and its first admin, all or nothing. Throws ERR_COMPANY_ALREADY_EXISTS, ERR_EMAIL_ALREADY_EXISTS or ERR_NO_PLAN_FOUND.
 * Settings need no rows: what was never changed has its default.
 */
export async function createCompany(given: NewCompany, admin: NewUser): Promise<Company> {
  const { id } = given
  const row = rowOfNew(given)
  await transact(
    [
      put('company', CompanyEntity.create(row).params({ table: tableName() })),
      claimCompanyName(foldName(given.name), id),
      usageOfNewCompany(id),
      boardOfNewCompany(id),
      // Its zone is the default one as yet; the handler looks again.
      timerWrite({ type: 'billCompany', companyId: id, dueAt: Date.parse(given.dueDate) - FIRST_INVOICE_MS }),
      ...userWrites(id, admin),
      ...joinPlan(id, given.planId),
    ],
    {
      companyName: 'ERR_COMPANY_ALREADY_EXISTS',
      email: 'ERR_EMAIL_ALREADY_EXISTS',
      plan: 'ERR_NO_PLAN_FOUND',
    },
  )
  return toCompany(row)
}

/**
 * A write labelled `company`: it is paid for until `dueDate`, with this plan, as long as it was due at `before` until now. Whoever reads it
 * in this process sees it at once.
 */
export function paidWrite(companyId: string, before: string, paid: Pick<Company, 'dueDate' | 'planId'>): Write {
  const params = CompanyEntity.patch({ companyId })
    .set({ ...paid, updatedAt: new Date().toISOString() })
    .where((row, { eq }) => eq(row.dueDate, before))
    .params<Record<string, unknown>>({ table: tableName() })
  return {
    ...update('company', params),
    after: async () => {
      forgetCompany(companyId)
      await raiseConfigurationVersion(companyId)
    },
  }
}

type CompanyChanges = Partial<
  Pick<
    Company,
    | 'name'
    | 'phone'
    | 'email'
    | 'status'
    | 'recurrence'
    | 'dueDate'
    | 'planId'
    | 'campaignsEnabled'
    | 'billingName'
    | 'addressZipCode'
    | 'addressStreet'
    | 'addressDistrict'
    | 'addressCity'
    | 'addressState'
  > & { schedules: WeekdaySchedule[]; logo: { mediaPath: string; mediaName: string } | null }
>

/**
 * Throws ERR_NO_COMPANY_FOUND, of one that is being deleted too, of a plan ERR_NO_PLAN_FOUND, and of a name ERR_COMPANY_ALREADY_EXISTS;
 * then nothing is changed.
 */
export async function changeCompany(companyId: string, changes: CompanyChanges): Promise<Company> {
  const { planId, name, logo, ...others } = changes
  if (planId !== undefined && !(await getPlan(planId, true))) throw new AppError('ERR_NO_PLAN_FOUND')
  if (name !== undefined) await moveName(companyId, name)
  if (planId !== undefined) await movePlan(companyId, planId)
  try {
    const { data } = await CompanyEntity.patch({ companyId })
      .set({ ...others, ...logo, updatedAt: new Date().toISOString() })
      .remove(logo === null ? ['mediaPath', 'mediaName'] : [])
      .where((row, is) => is.notExists(row.removal))
      .go({ ...options(), response: 'all_new' })
    forgetCompany(companyId)
    await raiseConfigurationVersion(companyId)
    // What is billed follows what it is due; its invoices' screen does so too, should this be lost.
    if (changes.dueDate) await armTimer({ type: 'billCompany', companyId, dueAt: Date.now() })
    return toCompany(data as EntityItem<typeof CompanyEntity>)
  } catch (error) {
    if (isRefused(error)) throw new AppError('ERR_NO_COMPANY_FOUND')
    throw error
  }
}

/** Gives a company another name, which nobody else has. */
async function moveName(companyId: string, name: string): Promise<void> {
  await untilWritten(async () => {
    const company = await getCompany(companyId, true)
    if (!company) throw new AppError('ERR_NO_COMPANY_FOUND')
    if (company.name === name) return
    const [from, to] = [foldName(company.name), foldName(name)]
    const moved = CompanyEntity.patch({ companyId })
      .set({ name })
      .where((row, is) => `${is.eq(row.name, company.name)} AND ${is.notExists(row.removal)}`)
    await transact(
      [
        update('company', moved.params({ table: tableName() })),
        ...(from === to ? [] : [releaseCompanyName(from), claimCompanyName(to, companyId)]),
      ],
      { companyName: 'ERR_COMPANY_ALREADY_EXISTS', ...(company.deleting ? { company: 'ERR_NO_COMPANY_FOUND' } : {}) },
    )
  })
}

/** The digest of the token a company has in place of a connection's; undefined while it has none. Throws ERR_NO_COMPANY_FOUND. */
export async function tokenHashOf(companyId: string): Promise<string | undefined> {
  const { data } = await CompanyEntity.get({ companyId }).go({ ...options(), consistent: true })
  if (!data || data.removal) throw new AppError('ERR_NO_COMPANY_FOUND')
  return data.tokenHash
}

/** The write, labelled `company`, that puts a digest in the place of `earlier`. */
export const tokenHashWrite = (companyId: string, tokenHash: string, earlier: string | undefined): Write =>
  update(
    'company',
    CompanyEntity.patch({ companyId })
      .set({ tokenHash, updatedAt: new Date().toISOString() })
      .where((row, is) => (earlier ? is.eq(row.tokenHash, earlier) : is.notExists(row.tokenHash)))
      .params({ table: tableName() }),
  )

/** Who takes a company away: a job of another company. */
export type RemovalJob = { companyId: string; jobId: string }

const toReference = ({ companyId, jobId }: RemovalJob): string => `${companyId}#${jobId}`

/** The job that takes a company away, consistently; undefined while there is none, or no company any more. */
export async function removalOf(companyId: string): Promise<RemovalJob | undefined> {
  const { data } = await CompanyEntity.get({ companyId }).go({ ...options(), consistent: true })
  const [owner, jobId] = data?.removal?.split('#') ?? []
  return owner && jobId ? { companyId: owner, jobId } : undefined
}

/**
 * The write, labelled `company`, from which on a company is being deleted by `by`: it is disabled, and nothing enables it again.
 * Refused when it is gone, or another job than `earlier` does so already. `forgetCompany` when it is done.
 */
export const markForRemoval = (companyId: string, by: RemovalJob, earlier: RemovalJob | undefined): Write =>
  update(
    'company',
    CompanyEntity.patch({ companyId })
      .set({ status: false, removal: toReference(by), updatedAt: new Date().toISOString() })
      .where((row, is) => (earlier ? is.eq(row.removal, toReference(earlier)) : is.notExists(row.removal)))
      .params({ table: tableName() }),
  )

/** Another process of this one's is told by time; this one reads the company anew. */
export function forgetCompany(companyId: string): void {
  planned.forget(companyId)
  companies.forget(companyId)
  silences.forget(companyId)
}

/** Where the rows are that go last: the company's own, and its name. */
export const ownRowsOf = (companyId: string, name: string): TableKey[] => [
  companyRow.key(companyId),
  { pk: COMPANY_NAMES.pk, sk: `${COMPANY_NAMES.prefix}${foldName(name)}` },
]

/** The writes that take these away, and the company from its plan. */
export const removalOfRow = (companyId: string, name: string, planId: string): Write[] => [
  ...leavePlan(companyId, planId),
  remove('company', CompanyEntity.delete({ companyId }).params({ table: tableName() })),
  releaseCompanyName(foldName(name)),
]

/** Gives a company another plan, and the plan the company. */
async function movePlan(companyId: string, planId: string): Promise<void> {
  await untilWritten(async () => {
    const company = await getCompany(companyId, true)
    if (!company) throw new AppError('ERR_NO_COMPANY_FOUND')
    if (company.planId === planId) return
    if (!(await getPlan(planId, true))) throw new AppError('ERR_NO_PLAN_FOUND')
    const moved = CompanyEntity.patch({ companyId })
      .set({ planId })
      .where((row, is) => is.eq(row.planId, company.planId))
    await transact(
      [
        update('company', moved.params({ table: tableName() })),
        ...leavePlan(companyId, company.planId),
        ...joinPlan(companyId, planId),
      ],
      { plan: 'ERR_NO_PLAN_FOUND' },
    )
  })
}

/** The first steps are done, or nobody wants to see them: they are shown no longer. */
export async function endFirstSteps(companyId: string): Promise<void> {
  try {
    await CompanyEntity.patch({ companyId }).remove(['firstSteps']).go(options())
  } catch (error) {
    if (!isRefused(error)) throw error
  }
  companies.forget(companyId)
}

/**
 * Somebody of the company wrote to a customer. Costs nothing where the first steps are no longer shown, which a process remembers for
 * half a minute, and a write unit at a time until then.
 */
export async function noteFirstMessage(companyId: string): Promise<void> {
  const company = await recentCompany(companyId)
  if (!company?.firstSteps || firstMessages.has(companyId)) return
  try {
    await CompanyEntity.patch({ companyId })
      .set({ firstMessageAt: new Date().toISOString() })
      .where((row, is) => `${is.exists(row.firstSteps)} AND ${is.notExists(row.firstMessageAt)}`)
      .go(options())
  } catch (error) {
    if (!isRefused(error)) throw error
  }
  if (firstMessages.size > 1000) firstMessages.clear()
  firstMessages.add(companyId)
}

/** Companies whose first message this process knows of. */
const firstMessages = new Set<string>()

/** Whether the first steps of a company are shown, and whether somebody of it wrote to a customer while they were. */
export async function readFirstSteps(companyId: string): Promise<{ shown: boolean; message: boolean }> {
  const { data } = await CompanyEntity.get({ companyId }).go({ ...options(), consistent: true })
  return { shown: data?.firstSteps === true, message: data?.firstMessageAt !== undefined }
}
