/**
 * Companies of each plan: one row each, to publish a change of the plan to them, and a count. A
 * plan is thus deleted only if no company has it, and no company gets a plan that is being deleted.
 * Written in the transaction that gives a company its plan.
 */
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { queryItems } from '../table/query-items.ts'
import { putOne, updateOne } from '../table/single-write.ts'
import { put, remove, update, type Write } from '../table/transact.ts'

const PLAN_USES = defineRow({
  kind: 'planUse',
  key: { pk: 'system#plan', sk: 'use#${planId}' },
  content: z.object({
    planId: z.string(),
    companies: z.number().optional(),
    /** True if the plan was deleted: it can no longer be given to a company. */
    removed: z.boolean().optional(),
  }),
})

const PLAN_COMPANIES = defineRow({
  kind: 'planCompany',
  key: { pk: 'system#plan-company#${planId}', sk: 'company#${companyId}' },
  content: z.object({ planId: z.string(), companyId: z.string() }),
})

/**
 * Returns the writes that give a company a plan. The one labelled `plan` is refused if the plan was
 * deleted.
 */
export const planAssignedWrites = (companyId: string, planId: string): Write[] => [
  put('planCompany', PLAN_COMPANIES.put({ planId, companyId })),
  update('plan', PLAN_USES.upsert({ planId }, { add: { companies: 1 }, when: is => [is.absent('removed')] })),
]

/** Returns the writes that remove a plan from a company. */
export const planRemovedWrites = (companyId: string, planId: string): Write[] => [
  remove('planCompany', PLAN_COMPANIES.delete({ planId, companyId })),
  update('planUse', PLAN_USES.upsert({ planId }, { add: { companies: -1 } })),
]

/**
 * Returns the write, labelled `planUse`, that closes a plan to companies; refused while a company
 * has it.
 */
export const retirePlan = (planId: string): Write =>
  update(
    'planUse',
    PLAN_USES.upsert(
      { planId },
      { set: { removed: true }, when: is => [is.any(is.absent('companies'), is.atMost('companies', 0))] },
    ),
  )

/**
 * Returns up to `most` ids of companies that have a plan, in the order of their ids, after the one
 * named.
 */
export async function companiesOfPlan(planId: string, most: number, after?: string): Promise<string[]> {
  const query = PLAN_COMPANIES.query({ planId }, after ? { above: `company#${after}` } : undefined)
  const { items } = await queryItems<{ companyId: string }>(query, most, { attributes: ['companyId'], order: 'asc' })
  return items.map(({ companyId }) => companyId)
}

/**
 * Rewrites the rows of a plan for the companies that have it: for the operator of the installation.
 */
export async function recountPlan(planId: string, companyIds: readonly string[]): Promise<void> {
  for (const companyId of companyIds) await putOne(PLAN_COMPANIES.put({ planId, companyId }))
  await updateOne(PLAN_USES.upsert({ planId }, { set: { companies: companyIds.length } }))
}
