/**
 * Rows of companies: plan, due date, silence, removal, first steps. One file,
 * since they are parts of one row.
 */
import { type Company, RECURRENCES } from '@balcao/shared/entities/company.ts'
import type { Plan } from '@balcao/shared/entities/plan.ts'
import { DEFAULT_SCHEDULES, WeekdaySchedule } from '@balcao/shared/entities/working-hours.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { z } from 'zod'
import { daysOfNewCompany } from '../reports/complete-days.ts'
import { defineRow, type RowOf } from '../table/define-row.ts'
import type { TableKey } from '../table/keys.ts'
import { normalizeName } from '../table/normalize.ts'
import { unlessRefused } from '../table/refused.ts'
import { cacheFor } from '../table/short-cache.ts'
import { updateOne } from '../table/single-write.ts'
import { put, type Refusals, remove, retryUntilWritten, transact, update, type Write } from '../table/transact.ts'
import { COMPANY_NAMES, claimCompanyName, releaseCompanyName } from '../table/unique.ts'
import { type NewUser, userWrites } from '../team/user.ts'
import { boardOfNewCompany } from '../tickets/board.ts'
import { armTimer, timerWrite } from '../timers/timer.ts'
import { bumpConfigurationVersion, noteWebhooks } from './configuration-version.ts'
import { getPlan } from './plan.ts'
import { planAssignedWrites, planRemovedWrites } from './plan-use.ts'
import { usageOfNewCompany } from './usage.ts'

const COMPANIES = defineRow({
  kind: 'company',
  key: { pk: '${companyId}#company', sk: 'company' },
  content: z.object({
    companyId: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    status: z.boolean(),
    /** Job that deletes the company, `company#job`; absent if there is none. */
    removal: z.string().optional(),
    dueDate: z.string(),
    trialExpiration: z.string().optional(),
    recurrence: z.enum(RECURRENCES),
    planId: z.string(),
    campaignsEnabled: z.boolean(),
    schedules: z.array(WeekdaySchedule),
    mediaPath: z.string().optional(),
    mediaName: z.string().optional(),
    billingName: z.string().optional(),
    addressZipCode: z.string().optional(),
    addressStreet: z.string().optional(),
    addressDistrict: z.string().optional(),
    addressCity: z.string().optional(),
    addressState: z.string().optional(),
    /** SHA-256 of the company's own token of the external API. */
    tokenHash: z.string().optional(),
    /** True while the first steps are shown: neither done nor dismissed. */
    firstSteps: z.boolean().optional(),
    /**
     * Time at which a user of the company first wrote to a customer, while the first steps are
     * shown.
     */
    firstMessageAt: z.string().optional(),
    createdAt: z.string(),
    updatedAt: z.string(),
  }),
})

type StoredCompany = RowOf<typeof COMPANIES>

const toCompany = ({ companyId, removal, tokenHash, ...row }: StoredCompany): Company => ({
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
  const row = await COMPANIES.get({ companyId }, { consistent })
  return row && toCompany(row)
}

/** Returns a company. Throws ERR_NO_COMPANY_FOUND. */
export async function requireCompany(companyId: string): Promise<Company> {
  const company = await getCompany(companyId)
  if (!company) throw new AppError('ERR_NO_COMPANY_FOUND')
  return company
}

/** Key and parser of a company's row, for reads of several rows at once. */
export const companyRow = {
  key: (companyId: string): TableKey => COMPANIES.key({ companyId }),
  parse(item: Record<string, unknown>): Company | undefined {
    const row = COMPANIES.parse(item)
    return row && toCompany(row)
  },
}

const companies = cacheFor<Company | undefined>(30_000)

/**
 * Returns a company that may be 30 s old, for checks at every call. `anew` reads it, and renews the
 * cache for the following calls.
 */
export function recentCompany(companyId: string, anew = false): Promise<Company | undefined> {
  if (anew) companies.forget(companyId)
  // A missing company is read again consistently, as it may have been created a moment ago.
  return companies.get(companyId, async () =>
    anew ? getCompany(companyId, true) : ((await getCompany(companyId)) ?? getCompany(companyId, true)),
  )
}

const silences = cacheFor<Pick<Company, 'status' | 'dueDate'> | undefined>(3000)

/**
 * Returns why nothing may be sent automatically in a company's name (bots, campaigns, scheduled
 * messages, greetings, webhooks): it is disabled, being deleted or deleted, or past its due date.
 * Undefined if sending is allowed.
 */
export function silenceOf(
  company: Pick<Company, 'status' | 'dueDate'> | undefined,
): 'ERR_COMPANY_DISABLED' | 'ERR_COMPANY_EXPIRED' | undefined {
  if (!company?.status) return 'ERR_COMPANY_DISABLED'
  return Date.parse(company.dueDate) <= Date.now() ? 'ERR_COMPANY_EXPIRED' : undefined
}

/**
 * Returns `silenceOf` the company; a change by another process takes effect within three seconds.
 */
export async function silencedBy(companyId: string): Promise<ReturnType<typeof silenceOf>> {
  // A company created a moment ago may send.
  const read = async () => (await getCompany(companyId)) ?? (await getCompany(companyId, true))
  return silenceOf(await silences.get(companyId, read))
}

const planned = cacheFor<Pick<Company, 'planId' | 'campaignsEnabled'> | undefined>(1000)

/**
 * Returns the plan of a company, two seconds old at most, or read `anew`: what it may use.
 * `useCampaigns` is on only while the company's `campaignsEnabled` is too, so the sign-in, the menu
 * and every call that asks the plan agree: it is what the browser flag `cshow` of the specification
 * stands for (decision 0040). Throws ERR_NO_PLAN_FOUND.
 */
export async function planOf(companyId: string, anew = false): Promise<Plan> {
  if (anew) planned.forget(companyId)
  const company = await planned.get(companyId, () => getCompany(companyId, anew))
  const plan = company && (await getPlan(company.planId, anew))
  if (!plan) throw new AppError('ERR_NO_PLAN_FOUND')
  return { ...plan, useCampaigns: plan.useCampaigns && company.campaignsEnabled }
}

/**
 * Time (ms) before its due date at which a company's first invoice is processed; at once if that is
 * past.
 */
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

/** Returns a company as `createCompany` would, without storing anything. */
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

/** Further parts of the transaction that creates a company. */
type NewCompanyExtras = {
  /** Second admin, with another e-mail. */
  second?: NewUser
  /** Writes whose refusals come before the company's own. */
  writes?: readonly Write[]
  refusals?: Refusals
}

/**
 * Creates a company and its first admin, all or nothing. Throws ERR_COMPANY_ALREADY_EXISTS,
 * ERR_EMAIL_ALREADY_EXISTS or ERR_NO_PLAN_FOUND. Settings need no rows: a setting that was never
 * changed has its default.
 */
export async function createCompany(
  given: NewCompany,
  admin: NewUser,
  { second, writes = [], refusals = {} }: NewCompanyExtras = {},
): Promise<Company> {
  const { id } = given
  const row = rowOfNew(given)
  const admins = second ? [admin, second] : [admin]
  await transact(
    [
      ...writes,
      put('company', COMPANIES.create(row)),
      claimCompanyName(normalizeName(given.name), id),
      usageOfNewCompany(id, admins.length),
      boardOfNewCompany(id),
      daysOfNewCompany(id),
      noteWebhooks(id, false),
      // The company still has the default time zone here; the handler checks the date again.
      timerWrite({ type: 'billCompany', companyId: id, dueAt: Date.parse(given.dueDate) - FIRST_INVOICE_MS }),
      ...admins.flatMap(each => userWrites(id, each)),
      ...planAssignedWrites(id, given.planId),
    ],
    {
      companyName: 'ERR_COMPANY_ALREADY_EXISTS',
      email: 'ERR_EMAIL_ALREADY_EXISTS',
      plan: 'ERR_NO_PLAN_FOUND',
      ...refusals,
    },
  )
  return toCompany(row)
}

/**
 * Returns a write labelled `company` that records a payment: the company is paid until `dueDate`,
 * with this plan, provided that its due date is still `before`. This process sees the change at
 * once.
 */
export function paidWrite(companyId: string, before: string, paid: Pick<Company, 'dueDate' | 'planId'>): Write {
  const set = { ...paid, updatedAt: new Date().toISOString() }
  return {
    ...update('company', COMPANIES.change({ companyId }, { set, when: is => [is.equal('dueDate', before)] })),
    after: async () => {
      forgetCompany(companyId)
      await bumpConfigurationVersion(companyId)
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
 * Changes a company, or nothing if it throws: ERR_NO_COMPANY_FOUND, also while it is being deleted;
 * ERR_NO_PLAN_FOUND; ERR_COMPANY_ALREADY_EXISTS for a name in use.
 */
export async function changeCompany(companyId: string, changes: CompanyChanges): Promise<Company> {
  const { planId, name, logo, ...others } = changes
  if (planId !== undefined && !(await getPlan(planId, true))) throw new AppError('ERR_NO_PLAN_FOUND')
  if (name !== undefined) await moveName(companyId, name)
  if (planId !== undefined) await movePlan(companyId, planId)
  const after = await unlessRefused(
    updateOne(
      COMPANIES.change(
        { companyId },
        {
          set: { ...others, ...logo, updatedAt: new Date().toISOString() },
          remove: logo === null ? ['mediaPath', 'mediaName'] : [],
          when: is => [is.absent('removal')],
        },
      ),
    ),
  )
  const company = after && companyRow.parse(after)
  if (!company) throw new AppError('ERR_NO_COMPANY_FOUND')
  forgetCompany(companyId)
  await bumpConfigurationVersion(companyId)
  // Invoices follow the due date; if this timer is lost, opening the invoices' screen does the
  // same.
  if (changes.dueDate) await armTimer({ type: 'billCompany', companyId, dueAt: Date.now() })
  return company
}

/** Renames a company to a name that no other company has. */
async function moveName(companyId: string, name: string): Promise<void> {
  await retryUntilWritten(async () => {
    const company = await getCompany(companyId, true)
    if (!company) throw new AppError('ERR_NO_COMPANY_FOUND')
    if (company.name === name) return
    const [from, to] = [normalizeName(company.name), normalizeName(name)]
    const moved = COMPANIES.change(
      { companyId },
      { set: { name }, when: is => [is.equal('name', company.name), is.absent('removal')] },
    )
    await transact(
      [update('company', moved), ...(from === to ? [] : [releaseCompanyName(from), claimCompanyName(to, companyId)])],
      { companyName: 'ERR_COMPANY_ALREADY_EXISTS', ...(company.deleting ? { company: 'ERR_NO_COMPANY_FOUND' } : {}) },
    )
  })
}

/**
 * Returns the digest of the company's own token, or undefined if it has none. Throws
 * ERR_NO_COMPANY_FOUND.
 */
export async function tokenHashOf(companyId: string): Promise<string | undefined> {
  const row = await COMPANIES.get({ companyId }, { consistent: true })
  if (!row || row.removal) throw new AppError('ERR_NO_COMPANY_FOUND')
  return row.tokenHash
}

/** Returns the write, labelled `company`, that replaces the digest `earlier`. */
export const tokenHashWrite = (companyId: string, tokenHash: string, earlier: string | undefined): Write =>
  update(
    'company',
    COMPANIES.change(
      { companyId },
      {
        set: { tokenHash, updatedAt: new Date().toISOString() },
        when: is => [earlier ? is.equal('tokenHash', earlier) : is.absent('tokenHash')],
      },
    ),
  )

/** Job that deletes a company: it belongs to another company. */
export type RemovalJob = { companyId: string; jobId: string }

const toReference = ({ companyId, jobId }: RemovalJob): string => `${companyId}#${jobId}`

/**
 * Returns the job that deletes a company, read consistently; undefined if there is none, or the
 * company no longer exists.
 */
export async function removalOf(companyId: string): Promise<RemovalJob | undefined> {
  const row = await COMPANIES.get({ companyId }, { consistent: true })
  const [owner, jobId] = row?.removal?.split('#') ?? []
  return owner && jobId ? { companyId: owner, jobId } : undefined
}

/**
 * Returns the write, labelled `company`, that marks a company as being deleted by `by`: it is
 * disabled, and cannot be enabled again. It is refused if the company was deleted, or a job other
 * than `earlier` is already deleting it. Call `forgetCompany` after the commit.
 */
export const markForRemoval = (companyId: string, by: RemovalJob, earlier: RemovalJob | undefined): Write =>
  update(
    'company',
    COMPANIES.change(
      { companyId },
      {
        set: { status: false, removal: toReference(by), updatedAt: new Date().toISOString() },
        when: is => [earlier ? is.equal('removal', toReference(earlier)) : is.absent('removal')],
      },
    ),
  )

/** Clears this process's cache of a company; in other processes the cache expires. */
export function forgetCompany(companyId: string): void {
  planned.forget(companyId)
  companies.forget(companyId)
  silences.forget(companyId)
}

/** Returns the keys of the rows that are deleted last: the company's own row, and its name. */
export const ownRowsOf = (companyId: string, name: string): TableKey[] => [
  companyRow.key(companyId),
  COMPANY_NAMES.key({ name: normalizeName(name) }),
]

/** Returns the writes that delete these rows and remove the company from its plan. */
export const removalOfRow = (companyId: string, name: string, planId: string): Write[] => [
  ...planRemovedWrites(companyId, planId),
  remove('company', COMPANIES.delete({ companyId })),
  releaseCompanyName(normalizeName(name)),
]

/** Moves a company to another plan and updates the plan's companies. */
async function movePlan(companyId: string, planId: string): Promise<void> {
  await retryUntilWritten(async () => {
    const company = await getCompany(companyId, true)
    if (!company) throw new AppError('ERR_NO_COMPANY_FOUND')
    if (company.planId === planId) return
    if (!(await getPlan(planId, true))) throw new AppError('ERR_NO_PLAN_FOUND')
    const moved = COMPANIES.change({ companyId }, { set: { planId }, when: is => [is.equal('planId', company.planId)] })
    await transact(
      [
        update('company', moved),
        ...planRemovedWrites(companyId, company.planId),
        ...planAssignedWrites(companyId, planId),
      ],
      { plan: 'ERR_NO_PLAN_FOUND' },
    )
  })
}

/** Hides the first steps, as they are done or dismissed. */
export async function endFirstSteps(companyId: string): Promise<void> {
  await unlessRefused(updateOne(COMPANIES.change({ companyId }, { remove: ['firstSteps'] })))
  companies.forget(companyId)
}

/**
 * Records that a user of the company wrote to a customer. Costs nothing if the first steps are no
 * longer shown, which a process caches for 30 s; one write unit per call until then.
 */
export async function noteFirstMessage(companyId: string): Promise<void> {
  const company = await recentCompany(companyId)
  if (!company?.firstSteps || firstMessages.has(companyId)) return
  await unlessRefused(
    updateOne(
      COMPANIES.change(
        { companyId },
        {
          set: { firstMessageAt: new Date().toISOString() },
          when: is => [is.present('firstSteps'), is.absent('firstMessageAt')],
        },
      ),
    ),
  )
  if (firstMessages.size > 1000) firstMessages.clear()
  firstMessages.add(companyId)
}

/** Companies whose first message is known to this process. */
const firstMessages = new Set<string>()

/**
 * Returns whether the first steps of a company are shown, and whether a user wrote to a customer
 * while they were.
 */
export async function readFirstSteps(companyId: string): Promise<{ shown: boolean; message: boolean }> {
  const row = await COMPANIES.get({ companyId }, { consistent: true })
  return { shown: row?.firstSteps === true, message: row?.firstMessageAt !== undefined }
}
