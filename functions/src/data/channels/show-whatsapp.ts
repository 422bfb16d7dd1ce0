import type { QueueRef } from '@balcao/shared/entities/queue.ts'
import type { MachineRef, Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import { batchItems } from '../table/batch-items.ts'
import { keyOf } from '../table/small-list.ts'
import { listQueues } from '../team/queue.ts'
import type { WhatsappRow } from './whatsapp.ts'

/**
 * Returns connections in wire form, with their queues and the names of the bots that answer in
 * them. Bots are read in one batch, half a read unit for each agent and integration; nothing is
 * read if there are none.
 * @param queues all queues of the company, if they have already been read
 */
export async function showWhatsapps(
  companyId: string,
  rows: readonly WhatsappRow[],
  queues?: readonly QueueRef[],
): Promise<Whatsapp[]> {
  if (rows.length === 0) return []
  const [all, machines] = await Promise.all([queues ?? listQueues(companyId), machinesOf(companyId, rows)])
  return rows.map(row => toWire(row, all, machines))
}

/** Returns one connection in the same form as `showWhatsapps`. */
export async function showWhatsapp(row: WhatsappRow, queues?: readonly QueueRef[]): Promise<Whatsapp> {
  const [shown] = await showWhatsapps(row.companyId, [row], queues)
  return shown!
}

async function machinesOf(companyId: string, rows: readonly WhatsappRow[]): Promise<Map<string, MachineRef>> {
  const named = [
    ...rows.map(({ promptId }) => ({ kind: 'prompt' as const, id: promptId })),
    ...rows.map(({ integrationId }) => ({ kind: 'queueIntegration' as const, id: integrationId })),
  ]
  const keys = new Map(
    named.flatMap(({ kind, id }) => (id === null ? [] : [[id, keyOf(companyId, kind, id)] as const])),
  )
  if (keys.size === 0) return new Map()
  const items = await batchItems<{ sk: string; name: string }>([...keys.values()], ['sk', 'name'])
  return new Map(
    items.map(({ sk, name }) => {
      const id = sk.slice(sk.indexOf('#') + 1)
      return [id, { id, name }]
    }),
  )
}

function toWire(row: WhatsappRow, queues: readonly QueueRef[], machines: ReadonlyMap<string, MachineRef>): Whatsapp {
  const { companyId: _, tokenHash, fence: __, accountId: ___, pageId: ____, pageToken: _____, ...rest } = row
  const machine = (id: string | null) => (id === null ? undefined : machines.get(id)) ?? null
  return {
    ...rest,
    hasToken: tokenHash !== null,
    queues: queues.filter(queue => row.queueIds.includes(queue.id)),
    prompt: machine(row.promptId),
    integration: machine(row.integrationId),
  }
}
