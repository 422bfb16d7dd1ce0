import { randomUUID } from 'node:crypto'
import { proto } from '@whiskeysockets/baileys'
import { expect, it } from 'vitest'
import { createClients } from '../clients.ts'
import { createFencedItems } from './fenced-items.ts'
import { SentLog } from './sent-log.ts'

const { table } = createClients()

it('knows what was sent, and nothing of an id that only somebody else would choose', async () => {
  const owner = { companyId: randomUUID(), connectionId: randomUUID() }
  const sent = new SentLog(createFencedItems(table, process.env.TABLE_NAME!, owner, 1))
  await sent.add('3EB0A1', proto.Message.create({ conversation: 'oi' }))
  expect((await sent.message('3EB0A1'))?.conversation).toBe('oi')
  for (const id of ['3EB0A2', 'x'.repeat(5000), '', 'a\ud83d\0', '../..'])
    expect(await sent.message(id)).toBeUndefined()
})
