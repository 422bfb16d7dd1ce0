/** The clock's own row: who runs now, and up to which minute every bucket is empty for good. */
import { SYSTEM } from '@balcao/shared/table.ts'
import { Entity } from 'electrodb'
import { documentClient, tableName } from '../table/client.ts'
import { index, model } from '../table/entity.ts'
import { isRefused } from '../table/refused.ts'

const ClockEntity = new Entity({
  model: model('clock'),
  attributes: {
    name: { type: 'string', required: true },
    owner: { type: 'string' },
    leaseUntil: { type: 'number' },
    doneMinute: { type: 'number' },
  },
  indexes: {
    clock: index(
      'main',
      { composite: ['name'], template: `${SYSTEM}#clock#\${name}` },
      { composite: [], template: 'clock' },
    ),
  },
} as const)

const options = () => ({ client: documentClient(), table: tableName() })

/**
 * Takes the lease of a clock until `until` (epoch ms). Answers the last minute that is done (undefined at the very first
 * run), or `busy` while another run holds it.
 */
export async function takeClock(
  name: string,
  owner: string,
  now: number,
  until: number,
): Promise<'busy' | { doneMinute: number | undefined }> {
  try {
    const { data } = await ClockEntity.patch({ name })
      .set({ owner, leaseUntil: until })
      .where((row, { lt }) => lt(row.leaseUntil, now))
      .go({ ...options(), response: 'all_new' })
    return { doneMinute: data?.doneMinute }
  } catch (error) {
    if (!isRefused(error)) throw error
  }
  try {
    await ClockEntity.create({ name, owner, leaseUntil: until }).go(options())
    return { doneMinute: undefined }
  } catch (error) {
    if (isRefused(error)) return 'busy'
    throw error
  }
}

/** Records how far a run came; with `release` the next may start at once. Only the holder's word counts. */
export async function settleClock(name: string, owner: string, doneMinute: number, release: boolean): Promise<void> {
  try {
    await ClockEntity.patch({ name })
      .set({ doneMinute, ...(release ? { leaseUntil: 0 } : {}) })
      .where((row, { eq }) => eq(row.owner, owner))
      .go(options())
  } catch (error) {
    if (!isRefused(error)) throw error
  }
}
