import { showWhatsapp } from '../../data/channels/show-whatsapp.ts'
import { changeWhatsapp, listWhatsapps } from '../../data/channels/whatsapp.ts'
import { changeQueue, listQueues } from '../../data/team/queue.ts'
import { publishRow } from '../../messaging/publish-row.ts'
import { showQueue } from '../../messaging/show-queue.ts'

/**
 * Removes a deleted prompt or integration from the queues and connections it answered in; returns
 * their names.
 */
export async function detachBot(
  companyId: string,
  field: 'promptId' | 'integrationId',
  id: string,
): Promise<{ queues: string[]; connections: string[] }> {
  const [all, connections] = await Promise.all([listQueues(companyId, true), listWhatsapps(companyId, true)])
  const queues = all.filter(queue => queue[field] === id)
  const served = connections.filter(connection => connection[field] === id)
  await Promise.all([
    ...queues.map(async queue => {
      const row = await changeQueue(companyId, queue, { [field]: null })
      await publishRow(companyId, 'queue', 'update', await showQueue(row))
    }),
    ...served.map(async connection => {
      const row = await changeWhatsapp(companyId, connection.id, { [field]: null })
      await publishRow(companyId, 'whatsapp', 'update', await showWhatsapp(row, all))
    }),
  ])
  return { queues: queues.map(({ name }) => name), connections: served.map(({ name }) => name) }
}
