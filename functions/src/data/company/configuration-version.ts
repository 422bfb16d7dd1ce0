/**
 * Version of a company's configuration, incremented at each change: cached configuration is valid
 * for one version. Beside it the numbers of service goals, of views, of blocked contacts, of queues
 * that distribute their tickets, and of active rules by event, and whether there was ever a
 * webhook, so that a company without any reads nothing more.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { type FieldOwner, MAX_FIELDS } from '@balcao/shared/entities/custom-field.ts'
import { RULE_EVENTS, type RuleEvent } from '@balcao/shared/entities/rule-event.ts'
import { z } from 'zod'
import { readAll } from '../table/batch-items.ts'
import { tableName } from '../table/client.ts'
import { defineRow, type RowOf } from '../table/define-row.ts'
import { getItem } from '../table/get-item.ts'
import type { TableKey } from '../table/keys.ts'
import { updateOne } from '../table/single-write.ts'
import { update, type Write } from '../table/transact.ts'

/** Returns the attribute that counts the active rules of an event: `rules_message_received`. */
const counterOf = (event: RuleEvent): Counter => `rules_${event.replace('.', '_')}`

type Counter = `rules_${string}`
type Counters = Record<Counter, z.ZodOptional<z.ZodNumber>>

const CONFIGURATIONS = defineRow({
  kind: 'configuration',
  key: { pk: '${companyId}#company', sk: 'configuration' },
  content: z.object({
    companyId: z.string(),
    /** Absent until the first change. */
    version: z.number().optional(),
    /** Number of service goals. */
    goals: z.number().optional(),
    /** Number of views. */
    views: z.number().optional(),
    /** Number of queues that distribute their tickets. */
    distributing: z.number().optional(),
    /** Number of custom fields of each kind of row. */
    fields_contact: z.number().optional(),
    fields_ticket: z.number().optional(),
    fields_customer: z.number().optional(),
    /** Number of blocked contacts. */
    blocked: z.number().optional(),
    /**
     * False until the first webhook. Absent where it is unknown: the
     * company is from an earlier version.
     */
    webhooks: z.boolean().optional(),
    /** Number of active rules of each event. */
    ...(Object.fromEntries(RULE_EVENTS.map(event => [counterOf(event), z.number().optional()])) as Counters),
  }),
  keyOnly: ['companyId'],
  unmarked: true,
})

type Configuration = Partial<RowOf<typeof CONFIGURATIONS>>

const versions = new AsyncLocalStorage<Map<string, Promise<Configuration>>>()

/**
 * Runs the work of one message or one call under one version of a company's configuration, which is
 * read when first needed and not again. Work inside other such work goes by its version.
 */
export const withConfigurationVersion = <T>(work: () => Promise<T>): Promise<T> =>
  versions.getStore() ? work() : versions.run(new Map(), work)

/**
 * Returns the current version, or inside `withConfigurationVersion` the version first read by this
 * work; 0 before the first change. Costs one read unit.
 */
export const configurationVersion = async (companyId: string): Promise<number> =>
  (await configuration(companyId)).version ?? 0

/** Returns whether the company has active rules for an event. Costs nothing beside the version. */
export const hasRules = async (companyId: string, event: RuleEvent): Promise<boolean> =>
  (((await configuration(companyId)) as Partial<Record<Counter, number>>)[counterOf(event)] ?? 0) > 0

/** Returns whether the company has service goals. Costs nothing beside the version. */
export const hasGoals = async (companyId: string): Promise<boolean> => ((await configuration(companyId)).goals ?? 0) > 0

/** Returns whether the company has blocked contacts. Costs nothing beside the version. */
export const hasBlocked = async (companyId: string): Promise<boolean> =>
  ((await configuration(companyId)).blocked ?? 0) > 0

/** Returns the write, labelled `configuration`, that counts blocked contacts up or down. */
export const countBlocked = (companyId: string, by: number): Write =>
  update('configuration', CONFIGURATIONS.upsert({ companyId }, { add: { blocked: by } }))

/** Returns false if the company never had a webhook. Costs nothing beside the version. */
export const mayHaveWebhooks = async (companyId: string): Promise<boolean> =>
  (await configuration(companyId)).webhooks !== false

/**
 * Returns the write, labelled `configuration`, that notes that a company has no webhook, when it is
 * created, or that it has one.
 */
export const noteWebhooks = (companyId: string, webhooks: boolean): Write =>
  update('configuration', CONFIGURATIONS.upsert({ companyId }, { set: { webhooks } }))

/**
 * Returns whether a queue of the company distributes its tickets. Costs nothing beside the version.
 */
export const hasDistribution = async (companyId: string): Promise<boolean> =>
  ((await configuration(companyId)).distributing ?? 0) > 0

/**
 * Returns the write, labelled `configuration`, that counts goals, or
 * distributing queues, up or down.
 */
const countOf =
  (what: 'goals' | 'distributing') =>
  (companyId: string, by: 1 | -1): Write =>
    update('configuration', CONFIGURATIONS.upsert({ companyId }, { add: { [what]: by } }))
export const countGoals = countOf('goals')
export const countDistributing = countOf('distributing')

/** Returns whether the company has views of tickets. Costs nothing beside the version. */
export const hasViews = async (companyId: string): Promise<boolean> => ((await configuration(companyId)).views ?? 0) > 0

/**
 * Returns the write, labelled `configuration`, that counts views up or down and raises the version:
 * what is written to a ticket afterwards follows the changed views.
 */
export const countViews = (companyId: string, by: 1 | 0 | -1): Write =>
  update('configuration', CONFIGURATIONS.upsert({ companyId }, { add: { views: by, version: 1 } }))

/**
 * Returns the write, labelled `fieldCount`, that counts custom fields of a kind of row up or down;
 * refused above their limit.
 */
export function countFields(companyId: string, on: FieldOwner, by: 1 | -1): Write {
  const counter = `fields_${on}` as const
  const change: Parameters<typeof CONFIGURATIONS.upsert>[1] = { add: { [counter]: by } }
  if (by > 0) change.when = is => [is.any(is.absent(counter), is.below(counter, MAX_FIELDS))]
  return update('fieldCount', CONFIGURATIONS.upsert({ companyId }, change))
}

/** Returns the write, labelled `configuration`, that counts active rules of an event up or down. */
export const countRules = (companyId: string, counts: Partial<Record<RuleEvent, number>>): Write =>
  update(
    'configuration',
    CONFIGURATIONS.upsert(
      { companyId },
      { add: Object.fromEntries(Object.entries(counts).map(([event, by]) => [counterOf(event as RuleEvent), by])) },
    ),
  )

function configuration(companyId: string): Promise<Configuration> {
  const known = versions.getStore()
  const row = known?.get(companyId) ?? read(companyId)
  known?.set(companyId, row)
  row.catch(() => known?.delete(companyId))
  return row
}

const read = async (companyId: string): Promise<Configuration> =>
  (await CONFIGURATIONS.get({ companyId }, { consistent: true })) ?? {}

/**
 * Reads an item and, in the same request, the version that this work needs afterwards. Both are
 * read consistently. Costs one read unit more than the item.
 */
export async function readWithVersion(companyId: string, key: TableKey): Promise<Record<string, unknown> | undefined> {
  const known = versions.getStore()
  if (!known || known.has(companyId)) return getItem(key, true)
  const versionKey = CONFIGURATIONS.key({ companyId })
  const items = readAll<Record<string, unknown>>({
    [tableName()]: { Keys: [key, versionKey], ConsistentRead: true },
  })
  const find = async ({ pk, sk }: TableKey) => (await items).find(item => item.pk === pk && item.sk === sk)
  const row = find(versionKey).then((item): Configuration => (item && CONFIGURATIONS.parse(item)) ?? {})
  known.set(companyId, row)
  row.catch(() => known.delete(companyId))
  return find(key)
}

/**
 * Increments the version, so that every process reads the company's configuration again; called
 * after each change of it. Costs one write unit.
 */
export async function bumpConfigurationVersion(companyId: string): Promise<void> {
  await updateOne(CONFIGURATIONS.upsert({ companyId }, { add: { version: 1 } }))
  versions.getStore()?.delete(companyId)
}
