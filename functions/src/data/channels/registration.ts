import { shardOf } from '@balcao/shared/rules/shard.ts'
import { SHARED_KEYS } from '@balcao/shared/table.ts'
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { put, remove, update, type Write } from '../table/transact.ts'

/** Registrations of connections with the session hosts, which read them shard by shard. */
export const REGISTRATIONS = defineRow({
  kind: 'registration',
  key: SHARED_KEYS.registration,
  content: z.object({
    shard: z.string(),
    connectionId: z.string(),
    companyId: z.string(),
    refuseCalls: z.boolean(),
  }),
  keyOnly: ['shard'],
  unmarked: true,
})

const idsOf = (connectionId: string) => ({ shard: String(shardOf(connectionId)), connectionId })

/**
 * Returns the write, labelled `registration`, that registers a connection with the session hosts,
 * and whether it refuses calls.
 */
export const registrationWrite = (companyId: string, connectionId: string, refuseCalls: boolean): Write =>
  put('registration', REGISTRATIONS.put({ ...idsOf(connectionId), companyId, refuseCalls }))

/** Returns the write, labelled `registration`, that sets whether a connection refuses calls. */
export const refusalWrite = (connectionId: string, refuseCalls: boolean): Write =>
  update('registration', REGISTRATIONS.change(idsOf(connectionId), { set: { refuseCalls } }))

/** Returns the write, labelled `registration`, that ends a registration, if there is one. */
export const registrationRemoval = (connectionId: string): Write =>
  remove('registration', REGISTRATIONS.delete(idsOf(connectionId)))
