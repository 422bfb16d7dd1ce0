import { PLAN_FLAGS, type PlanFlag } from '@balcao/shared/access.ts'
import type { Plan } from '@balcao/shared/entities/plan.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { SYSTEM } from '@balcao/shared/table.ts'
import { z } from 'zod'
import { defineRow, type RowOf } from '../table/define-row.ts'
import { definedFields } from '../table/defined-fields.ts'
import { normalizeName } from '../table/normalize.ts'
import { cacheFor } from '../table/short-cache.ts'
import { putOne } from '../table/single-write.ts'
import { put, remove, retryUntilWritten, transact, update, type Write, WriteConflict } from '../table/transact.ts'
import { reclaim } from '../table/unique.ts'
import { retirePlan } from './plan-use.ts'

const PLANS = defineRow({
  kind: 'plan',
  key: { pk: 'system#plan', sk: 'plan#${planId}' },
  content: z.object({
    planId: z.string(),
    name: z.string(),
    users: z.number(),
    connections: z.number(),
    queues: z.number(),
    /** Absent if there is no limit. */
    campaigns: z.number().optional(),
    schedules: z.number().optional(),
    /** Price per month in cents of BRL. */
    cents: z.number(),
    flags: z.array(z.string()),
  }),
})

/** Written once per installation, so that deleted default plans do not come back. */
const PLAN_SEEDS = defineRow({
  kind: 'planSeed',
  key: { pk: 'system#plan', sk: 'seeded' },
  content: z.object({ seededAt: z.string() }),
})

const toPlan = (row: RowOf<typeof PLANS>): Plan => ({
  id: row.planId,
  name: row.name,
  users: row.users,
  connections: row.connections,
  queues: row.queues,
  campaigns: row.campaigns ?? null,
  schedules: row.schedules ?? null,
  value: row.cents / 100,
  ...(Object.fromEntries(PLAN_FLAGS.map(flag => [flag, row.flags.includes(flag)])) as Record<PlanFlag, boolean>),
})

const toRow = ({ id, name, users, connections, queues, campaigns, schedules, value, ...flags }: Plan) => ({
  planId: id,
  name,
  users,
  connections,
  queues,
  ...(campaigns === null ? {} : { campaigns }),
  ...(schedules === null ? {} : { schedules }),
  cents: Math.round(value * 100),
  flags: PLAN_FLAGS.filter(flag => flags[flag]),
})

const flagsOf = (on: readonly PlanFlag[]) =>
  Object.fromEntries(PLAN_FLAGS.map(flag => [flag, on.includes(flag)])) as Record<PlanFlag, boolean>

/** Plans of a fresh installation. Their ids are fixed: parallel first reads write the same rows. */
const DEFAULT_PLANS: Plan[] = [
  {
    id: '01930000-0000-7000-8000-000000000001',
    name: 'Básico',
    users: 5,
    connections: 2,
    queues: 5,
    campaigns: null,
    schedules: null,
    value: 99.9,
    ...flagsOf(['useSchedules', 'useInternalChat', 'useKanban']),
  },
  {
    id: '01930000-0000-7000-8000-000000000002',
    name: 'Completo',
    users: 100,
    connections: 20,
    queues: 50,
    campaigns: null,
    schedules: null,
    value: 299.9,
    ...flagsOf(PLAN_FLAGS),
  },
]

const cached = cacheFor<Plan | undefined>(1000)

/**
 * Returns a plan that may be one second old; `anew` reads it, and renews the cache for the
 * following calls.
 */
export function getPlan(planId: string, anew = false): Promise<Plan | undefined> {
  if (anew) cached.forget(planId)
  return cached.get(planId, () => readPlan(planId, anew))
}

async function readPlan(planId: string, consistent: boolean): Promise<Plan | undefined> {
  const row = await PLANS.get({ planId }, { consistent })
  return row && toPlan(row)
}

/** Returns a plan. Throws ERR_NO_PLAN_FOUND. */
export async function requirePlan(planId: string): Promise<Plan> {
  const plan = await getPlan(planId)
  if (!plan) throw new AppError('ERR_NO_PLAN_FOUND')
  return plan
}

let seeded = false

/** Lists every plan, cheapest first; writes the default plans in a fresh installation. */
export async function listPlans(): Promise<Plan[]> {
  if (!seeded) {
    if (!(await PLAN_SEEDS.get({}))) await seedPlans()
    seeded = true
  }
  return readPlans()
}

async function readPlans(): Promise<Plan[]> {
  const rows = await PLANS.every(PLANS.query({}), { consistent: true })
  return rows.map(toPlan).sort((a, b) => a.value - b.value || a.name.localeCompare(b.name))
}

async function seedPlans(): Promise<void> {
  try {
    await transact([
      put('seed', PLAN_SEEDS.create({ seededAt: new Date().toISOString() })),
      ...DEFAULT_PLANS.flatMap(plan => [put('plan', PLANS.put(toRow(plan))), ...named(plan.id, undefined, plan.name)]),
    ])
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error
  }
}

/** Creates or replaces a plan. */
export async function savePlan(plan: Plan): Promise<void> {
  await putOne(PLANS.put(toRow(plan)))
  cached.forget(plan.id)
}

/** Returns the writes that claim and release a plan's unique name. */
const named = (id: string, from: string | undefined, to: string | undefined): Write[] =>
  reclaim(SYSTEM, 'planName', id, from && normalizeName(from), to && normalizeName(to))

const TAKEN = { planName: 'ERR_PLAN_ALREADY_EXISTS' } as const

/** Creates a plan. Throws ERR_PLAN_ALREADY_EXISTS. */
export async function createPlan(fields: Omit<Plan, 'id'>): Promise<Plan> {
  // This writes the default plans of a fresh installation, which claim their names.
  await listPlans()
  const plan = { ...fields, id: newId() }
  const made = put('plan', PLANS.create(toRow(plan)))
  await transact([made, ...named(plan.id, undefined, plan.name)], TAKEN)
  return plan
}

const LIMITS = ['users', 'connections', 'queues', 'campaigns', 'schedules'] as const
/** Limits that may be absent. */
const MONTHLY = ['campaigns', 'schedules'] as const

/** Changes a plan. Throws ERR_NO_PLAN_FOUND, ERR_PLAN_ALREADY_EXISTS. */
export async function changePlan(id: string, changes: { [K in keyof Plan]?: Plan[K] | undefined }): Promise<Plan> {
  return retryUntilWritten(async () => {
    const before = await readPlan(id, true)
    if (!before) throw new AppError('ERR_NO_PLAN_FOUND')
    const plan: Plan = { ...before, ...definedFields(changes), id }
    const { planId, ...fields } = toRow(plan)
    const was = toRow(before)
    const changed = PLANS.change(
      { planId },
      {
        set: fields,
        remove: MONTHLY.filter(name => plan[name] === null),
        when: is => [
          is.equal('name', was.name),
          is.equal('cents', was.cents),
          is.equal('flags', was.flags),
          ...LIMITS.map(name => (was[name] === undefined ? is.absent(name) : is.equal(name, was[name]))),
        ],
      },
    )
    await transact([update('plan', changed), ...named(id, before.name, plan.name)], TAKEN)
    cached.forget(id)
    return plan
  })
}

/** Deletes a plan; a missing one is no error. Throws ERR_PLAN_IN_USE. */
export async function removePlan(id: string): Promise<void> {
  const plan = await readPlan(id, true)
  if (!plan) return
  const gone = remove('plan', PLANS.delete({ planId: id }))
  await transact([gone, retirePlan(id), ...named(id, plan.name, undefined)], { planUse: 'ERR_PLAN_IN_USE' })
  cached.forget(id)
}
