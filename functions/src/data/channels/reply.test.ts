import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { newId } from '@balcao/shared/ids.ts'
import { keys } from '@balcao/shared/table.ts'
import { describe, expect, it } from 'vitest'
import { documentClient, tableName } from '../table/client.ts'
import { awaitReply } from './reply.ts'

const answer = (companyId: string, requestId: string, reply: unknown) =>
  documentClient().send(
    new PutCommand({ TableName: tableName(), Item: { ...keys.reply(companyId, requestId), reply } }),
  )

describe('awaitReply', () => {
  it('sees an answer that comes while it waits', async () => {
    const [companyId, requestId] = [newId(), newId()]
    const waiting = awaitReply(companyId, requestId, 10_000)
    await answer(companyId, requestId, { type: 'checkNumber', exists: true, number: '5511999990000' })
    expect(await waiting).toEqual({ type: 'checkNumber', exists: true, number: '5511999990000' })
  })

  it('gives up, and hears no answer to another request or company', async () => {
    const [companyId, requestId] = [newId(), newId()]
    await answer(companyId, newId(), { type: 'error', error: 'x' })
    await answer(newId(), requestId, { type: 'error', error: 'x' })
    expect(await awaitReply(companyId, requestId, 50)).toBeUndefined()
  })
})
