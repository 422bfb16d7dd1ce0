import { describe, expect, it } from 'vitest'
import { SqsError } from './sqs-error.ts'
import { startSqs } from './start-sqs.ts'

const start = async () => {
  const sqs = await startSqs({ port: 0, file: ':memory:' })
  await sqs.call('CreateQueue', { QueueName: 'work' })
  return { ...sqs, QueueUrl: sqs.queueUrl('work') }
}
type Started = Awaited<ReturnType<typeof start>>

const receive = ({ call, QueueUrl }: Started, WaitTimeSeconds: number, signal?: AbortSignal) =>
  call('ReceiveMessage', { QueueUrl, WaitTimeSeconds }, signal)

describe('queues in their thread', () => {
  it('refuse as they would here, by code', async () => {
    const sqs = await start()
    const refused = sqs.call('SendMessage', { QueueUrl: sqs.queueUrl('another'), MessageBody: 'a' })
    await expect(refused).rejects.toBeInstanceOf(SqsError)
    await expect(refused).rejects.toMatchObject({ code: 'AWS.SimpleQueueService.NonExistentQueue' })
    await expect(sqs.call('Whatever', {})).rejects.toMatchObject({ code: 'InvalidAction' })
    await sqs.close()
  })

  it('give nothing to who has gone while waiting, or before', async () => {
    const sqs = await start()
    const { call, QueueUrl } = sqs
    const [leaves, left] = [new AbortController(), new AbortController()]
    left.abort()
    const polls = [receive(sqs, 20, leaves.signal), receive(sqs, 20, left.signal)]
    expect(await polls[1]).toEqual({})
    leaves.abort()
    expect(await polls[0]).toEqual({})
    await call('SendMessage', { QueueUrl, MessageBody: 'a' })
    expect((await receive(sqs, 0)).Messages).toMatchObject([{ Body: 'a' }])
    await sqs.close()
  })

  it('hand out a delayed message once its delay was shortened', async () => {
    const sqs = await start()
    const { call, QueueUrl } = sqs
    await call('SendMessage', { QueueUrl, MessageBody: 'a', DelaySeconds: 900 })
    expect(await receive(sqs, 0)).toEqual({})
    await sqs.shortenDelays(900_000)
    expect((await receive(sqs, 0)).Messages).toMatchObject([{ Body: 'a' }])
    await sqs.close()
  })

  it('answer all waiting calls when they end, and refuse later ones', async () => {
    const sqs = await start()
    const poll = receive(sqs, 20)
    await sqs.close()
    expect(await poll).toEqual({})
    await expect(receive(sqs, 0)).rejects.toThrow('the queues have ended')
    await sqs.close()
  })
})
