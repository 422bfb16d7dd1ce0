import { PLAN_FLAGS, type PlanFlag } from '@balcao/shared/access.ts'
import type { Plan } from '@balcao/shared/entities/plan.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { SYSTEM } from '@balcao/shared/table.ts'
import { Entity, type EntityItem } from 'electrodb'
import { documentClient, tableName } from '../table/client.ts'
import { index, model } from '../table/entity.ts'
import { foldName } from '../table/fold.ts'
import { given } from '../table/given.ts'
import { remember } from '../table/remember.ts'
import { put, remove, transact, untilWritten, update, type Write, WriteRefused } from '../table/transact.ts'
import { reclaim } from '../table/unique.ts'
import { retirePlan } from './plan-use.ts'

const PlanEntity = new Entity({
  model: model('plan'),
  attributes: {
    planId: { type: 'string', required: true },
    name: { type: 'string', required: true },
    users: { type: 'number', required: true },
    connections: { type: 'number', required: true },
    queues: { type: 'number', required: true },
    /** Absent: no limit. */
    campaigns: { type: 'number' },
    schedules: { type: 'number' },
    /** Price per month in cents of BRL. */
    cents: { type: 'number', required: true },
    flags: { type: 'list', items: { type: 'string' }, required: true },
  },
  indexes: {
    byId: index(
      'main',
      { composite: [], template: 'system#plan' },
      { composite: ['planId'], template: 'plan#${planId}' },
    ),
  },
})

/** Written once per installation, so that plans somebody deleted on purpose do not come back. */
const SeedEntity = new Entity({
  model: model('planSeed'),
  attributes: { seededAt: { type: 'string', required: true } },
  indexes: {
    only: index('main', { composite: [], template: 'system#plan' }, { composite: [], template: 'seeded' }),
  },
})

const options = () => ({ client: documentClient(), table: tableName() })

const toPlan = (row: EntityItem<typeof PlanEntity>): Plan => ({
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

/** What a fresh installation offers until somebody changes it. Ids are fixed: parallel first reads write the same rows. */
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

const cached = remember<Plan | undefined>(1000)

/** A plan; read at most once a second per process, and `anew` once more, for who asks next too. */
export function getPlan(planId: string, anew = false): Promise<Plan | undefined> {
  if (anew) cached.forget(planId)
  return cached.get(planId, () => readPlan(planId, anew))
}

async function readPlan(planId: string, consistent: boolean): Promise<Plan | undefined> {
  const { data } = await PlanEntity.get({ planId }).go({ ...options(), consistent })
  return data ? toPlan(data) : undefined
}

/** Throws ERR_NO_PLAN_FOUND. */
export async function requirePlan(planId: string): Promise<Plan> {
  const plan = await getPlan(planId)
  if (!plan) throw new AppError('ERR_NO_PLAN_FOUND')
  return plan
}

let seeded = false

/** Every plan, cheapest first; a fresh installation gets its default plans here. */
export async function listPlans(): Promise<Plan[]> {
  if (!seeded) {
    const { data } = await SeedEntity.get({}).go(options())
    if (!data) await seedPlans()
    seeded = true
  }
  return readPlans()
}

async function readPlans(): Promise<Plan[]> {
  const { data } = await PlanEntity.query.byId({}).go({ ...options(), pages: 'all', consistent: true })
  return data.map(toPlan).sort((a, b) => a.value - b.value || a.name.localeCompare(b.name))
}

async function seedPlans(): Promise<void> {
  try {
    await transact([
      put('seed', SeedEntity.create({ seededAt: new Date().toISOString() }).params({ table: tableName() })),
      ...DEFAULT_PLANS.flatMap(plan => [
        put('plan', PlanEntity.put(toRow(plan)).params({ table: tableName() })),
        ...named(plan.id, undefined, plan.name),
      ]),
    ])
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error
  }
}

/** Creates or replaces a plan. */
export async function savePlan(plan: Plan): Promise<void> {
  await PlanEntity.put(toRow(plan)).go(options())
  cached.forget(plan.id)
}

/** The writes by which a plan has its name to itself. */
const named = (id: string, from: string | undefined, to: string | undefined): Write[] =>
  reclaim(SYSTEM, 'planName', id, from && foldName(from), to && foldName(to))

const TAKEN = { planName: 'ERR_PLAN_ALREADY_EXISTS' } as const

/** Throws ERR_PLAN_ALREADY_EXISTS. */
export async function createPlan(fields: Omit<Plan, 'id'>): Promise<Plan> {
  // A fresh installation's own plans have their names.
  await listPlans()
  const plan = { ...fields, id: newId() }
  const made = put('plan', PlanEntity.create(toRow(plan)).params({ table: tableName() }))
  await transact([made, ...named(plan.id, undefined, plan.name)], TAKEN)
  return plan
}

const LIMITS = ['users', 'connections', 'queues', 'campaigns', 'schedules'] as const
/** Those that may be absent. */
const MONTHLY = ['campaigns', 'schedules'] as const

/** Throws ERR_NO_PLAN_FOUND, ERR_PLAN_ALREADY_EXISTS. */
export async function changePlan(id: string, changes: { [K in keyof Plan]?: Plan[K] | undefined }): Promise<Plan> {
  return untilWritten(async () => {
    const before = await readPlan(id, true)
    if (!before) throw new AppError('ERR_NO_PLAN_FOUND')
    const plan: Plan = { ...before, ...given(changes), id }
    const { planId, ...fields } = toRow(plan)
    const was = toRow(before)
    const changed = PlanEntity.patch({ planId })
      .set(fields)
      .remove(MONTHLY.filter(name => plan[name] === null))
      .where((row, is) =>
        [
          is.eq(row.name, was.name),
          is.eq(row.cents, was.cents),
          is.eq(row.flags, was.flags as string[]),
          ...LIMITS.map(name => (was[name] === undefined ? is.notExists(row[name]) : is.eq(row[name], was[name]))),
        ].join(' AND '),
      )
    await transact(
      [update('plan', changed.params({ table: tableName() })), ...named(id, before.name, plan.name)],
      TAKEN,
    )
    cached.forget(id)
    return plan
  })
}

/** Deletes a plan; one that is gone is no error. Throws ERR_PLAN_IN_USE. */
export async function removePlan(id: string): Promise<void> {
  const plan = await readPlan(id, true)
  if (!plan) return
  const gone = remove('plan', PlanEntity.delete({ planId: id }).params({ table: tableName() }))
  await transact([gone, retirePlan(id), ...named(id, plan.name, undefined)], { planUse: 'ERR_PLAN_IN_USE' })
  cached.forget(id)
}
