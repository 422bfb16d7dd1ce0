import type { QueueRef } from '@balcao/shared/entities/queue.ts'
import type { BotRef, Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
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
  const [all, bots] = await Promise.all([queues ?? listQueues(companyId), botsOf(companyId, rows)])
  return rows.map(row => toWire(row, all, bots))
}

/** Returns one connection in the same form as `showWhatsapps`. */
export async function showWhatsapp(row: WhatsappRow, queues?: readonly QueueRef[]): Promise<Whatsapp> {
  const [shown] = await showWhatsapps(row.companyId, [row], queues)
  return shown!
}

async function botsOf(companyId: string, rows: readonly WhatsappRow[]): Promise<Map<string, BotRef>> {
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

function toWire(row: WhatsappRow, queues: readonly QueueRef[], bots: ReadonlyMap<string, BotRef>): Whatsapp {
  const { companyId: _, tokenHash, fence: __, accountId: ___, pageId: ____, pageToken: _____, ...more } = row
  const { accessToken: ______, isCatalogChosen: _______, ...rest } = more
  const bot = (id: string | null) => (id === null ? undefined : bots.get(id)) ?? null
  return {
    ...rest,
    hasToken: tokenHash !== null,
    queues: queues.filter(queue => row.queueIds.includes(queue.id)),
    prompt: bot(row.promptId),
    integration: bot(row.integrationId),
  }
}
