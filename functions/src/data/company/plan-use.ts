/**
 * Which companies have which plan: one row each, for what a change of the plan is told to, and a count beside them, so that a plan is
 * deleted only when nobody has it, and nobody gets one that is being deleted. Written in the transaction that gives a company its plan.
 */
import { Entity } from 'electrodb'
import { documentClient, tableName } from '../table/client.ts'
import { index, model } from '../table/entity.ts'
import { keyQuery } from '../table/key-query.ts'
import { queryItems } from '../table/query-items.ts'
import { put, remove, update, type Write } from '../table/transact.ts'

const UseEntity = new Entity({
  model: model('planUse'),
  attributes: {
    planId: { type: 'string', required: true },
    companies: { type: 'number' },
    /** The plan is gone: nobody gets it any more. */
    removed: { type: 'boolean' },
  },
  indexes: {
    byPlan: index(
      'main',
      { composite: [], template: 'system#plan' },
      { composite: ['planId'], template: 'use#${planId}' },
    ),
  },
})

const partitionOf = (planId: string): string => `system#plan-company#${planId}`

const MemberEntity = new Entity({
  model: model('planCompany'),
  attributes: {
    planId: { type: 'string', required: true },
    companyId: { type: 'string', required: true },
  },
  indexes: {
    byPlan: index(
      'main',
      { composite: ['planId'], template: 'system#plan-company#${planId}' },
      { composite: ['companyId'], template: 'company#${companyId}' },
    ),
  },
})

const table = () => ({ table: tableName() })

const count = (planId: string, companies: 1 | -1) => UseEntity.update({ planId }).add({ companies })

/** The writes that give a company a plan. The one labelled `plan` is refused when the plan is gone. */
export const joinPlan = (companyId: string, planId: string): Write[] => [
  put('planCompany', MemberEntity.put({ planId, companyId }).params(table())),
  update(
    'plan',
    count(planId, 1)
      .where(({ removed }, is) => is.notExists(removed))
      .params(table()),
  ),
]

/** The writes that take it away again. */
export const leavePlan = (companyId: string, planId: string): Write[] => [
  remove('planCompany', MemberEntity.delete({ planId, companyId }).params(table())),
  update('planUse', count(planId, -1).params(table())),
]

/** The write that lets nobody have a plan any more, labelled `planUse`: refused while a company has it. */
export const retirePlan = (planId: string): Write =>
  update(
    'planUse',
    UseEntity.update({ planId })
      .set({ removed: true })
      .where(({ companies }, is) => `${is.notExists(companies)} OR ${is.lte(companies, 0)}`)
      .params(table()),
  )

/** Up to `most` companies that have a plan, in no order that means anything, behind the one named. */
export async function companiesOfPlan(planId: string, most: number, after?: string): Promise<string[]> {
  const query = keyQuery('main', partitionOf(planId), after ? { above: `company#${after}` } : { begins: 'company#' })
  const { items } = await queryItems<{ companyId: string }>(query, most, { attributes: ['companyId'], order: 'asc' })
  return items.map(({ companyId }) => companyId)
}

/** Brings the rows of a plan in line with the companies that have it: for who runs the installation. */
export async function recountPlan(planId: string, companyIds: readonly string[]): Promise<void> {
  const options = { client: documentClient(), ...table() }
  for (const companyId of companyIds) await MemberEntity.put({ planId, companyId }).go(options)
  await UseEntity.update({ planId }).set({ companies: companyIds.length }).go(options)
}
