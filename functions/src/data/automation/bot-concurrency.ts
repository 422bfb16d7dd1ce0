/**
 * Limits how many of a company's bots run at once: one row per company with a fixed number of
 * slots, each taken until a given time. A company whose systems hang fills only its own slots, so
 * the queue's workers stay free for others. A process that dies releases its slot at that time.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { existingRow, isRefused, unlessRefused } from '../table/refused.ts'
import { updateOne } from '../table/single-write.ts'
import { CLAIM_MS } from './bot-reply.ts'

const KEPT_SECONDS = 3600

/** Slot held by a caller, to be released with `releaseSlot`. */
export type BotSlot = { companyId: string; name: Name; taken: string }

/**
 * Slots per company: a tenth of the number of workers (infra/stacks/workers-stack.ts), so ten
 * companies may hang before others wait.
 */
const NAMES = [
  'place0',
  'place1',
  'place2',
  'place3',
  'place4',
  'place5',
  'place6',
  'place7',
  'place8',
  'place9',
] as const
type Name = (typeof NAMES)[number]

const place = z.object({ taken: z.string(), until: z.number() }).optional()
const ROWS = defineRow({
  kind: 'machinePlaces',
  key: { pk: '${companyId}#machine-places', sk: 'places' },
  content: z.object({
    companyId: z.string(),
    ...(Object.fromEntries(NAMES.map(name => [name, place])) as Record<Name, typeof place>),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
  keyOnly: ['companyId'],
  unmarked: true,
})

const anyOf = (names: readonly Name[]): Name => names[Math.floor(Math.random() * names.length)]!

/** Takes a slot; returns undefined if all are taken at `now` (epoch ms). */
export async function acquireSlot(companyId: string, now: number): Promise<BotSlot | undefined> {
  const taken = randomUUID()
  let free: readonly Name[] = NAMES
  while (free.length > 0) {
    const name = anyOf(free)
    const item = await trySlot(companyId, name, taken, now)
    if (!item) return { companyId, name, taken }
    // Each refusal returns the current row, as others take and release slots meanwhile.
    free = NAMES.filter(each => each !== name && !isTaken(item[each], now))
  }
  return undefined
}

const isTaken = (slot: unknown, now: number): boolean => ((slot as { until?: number } | undefined)?.until ?? 0) >= now

/** Tries to take one slot; returns the row if another process holds it. */
async function trySlot(
  companyId: string,
  name: Name,
  taken: string,
  now: number,
): Promise<Record<string, unknown> | undefined> {
  try {
    await updateOne(
      ROWS.upsert(
        { companyId },
        {
          set: { [name]: { taken, until: now + CLAIM_MS }, expiresAt: Math.ceil(now / 1000) + KEPT_SECONDS },
          when: is => [is.any(is.absent(name), is.below(`${name}.until`, now))],
        },
      ),
    )
    return undefined
  } catch (error) {
    if (isRefused(error)) return existingRow(error) ?? {}
    throw error
  }
}

/** Releases a slot; does nothing if it expired and another caller holds it. */
export async function releaseSlot({ companyId, name, taken }: BotSlot): Promise<void> {
  await unlessRefused(
    updateOne(ROWS.change({ companyId }, { remove: [name], when: is => [is.equal(`${name}.taken`, taken)] })),
  )
}
