import { describe, expect, it } from 'vitest'
import { createSqsEngine, type SqsMessage } from './sqs-engine.ts'

const QUEUE = { QueueUrl: 'http://127.0.0.1/000000000000/chats.fifo' }
const GROUPS = 20
const MESSAGES = 400

async function chats() {
  const engine = createSqsEngine({ file: ':memory:', account: '000000000000', region: 'x', queueUrl: name => name })
  await engine.call('CreateQueue', { QueueName: 'chats.fifo', Attributes: { FifoQueue: 'true' } })
  const send = (group: number, body: string) =>
    engine.call('SendMessage', {
      ...QUEUE,
      MessageBody: body,
      MessageGroupId: String(group),
      MessageDeduplicationId: body,
    })
  const receive = async (VisibilityTimeout: number) => {
    const names = ['MessageGroupId']
    const answer = await engine.call('ReceiveMessage', {
      ...QUEUE,
      MaxNumberOfMessages: 10,
      VisibilityTimeout,
      MessageSystemAttributeNames: names,
    })
    return (answer.Messages ?? []) as SqsMessage[]
  }
  return { engine, send, receive }
}

describe('a FIFO queue with many conversations', () => {
  it('hands out everything, in the order of each group, whatever is deleted, given back or left to time out', async () => {
    const { engine, send, receive } = await chats()
    const left = new Map<string, string[]>()
    for (let n = 0; n < MESSAGES; n++) {
      const group = (n * 7) % GROUPS
      await send(group, `${group}-${n}`)
      left.set(String(group), [...(left.get(String(group)) ?? []), `${group}-${n}`])
    }
    let turn = 0
    while ([...left.values()].some(bodies => bodies.length > 0)) {
      turn += 1
      // Every fifth batch is received with no visibility: it returns before anybody could delete
      // it.
      const messages = await receive(turn % 5 === 0 ? 0 : 30)
      const taken = new Map<string, number>()
      for (const { Body, Attributes, ReceiptHandle } of messages) {
        const group = Attributes!.MessageGroupId!
        const at = taken.get(group) ?? 0
        expect(Body).toBe(left.get(group)![at])
        if (turn % 5 === 0) taken.set(group, at + 1)
        else if (turn % 3 === 0) {
          await engine.call('ChangeMessageVisibility', { ...QUEUE, ReceiptHandle, VisibilityTimeout: 0 })
          taken.set(group, at + 1)
        } else {
          await engine.call('DeleteMessage', { ...QUEUE, ReceiptHandle })
          left.get(group)!.splice(at, 1)
        }
      }
    }
    expect(await receive(0)).toEqual([])
    engine.close()
  })

  it('passes over what waits behind a message in flight, and hands it out when that is done', async () => {
    const { engine, send, receive } = await chats()
    await send(1, 'first')
    const [first] = await receive(60)
    await send(1, 'second')
    await send(2, 'other')
    expect((await receive(60)).map(({ Body }) => Body)).toEqual(['other'])
    expect(await receive(60)).toEqual([])
    await engine.call('DeleteMessage', { ...QUEUE, ReceiptHandle: first!.ReceiptHandle })
    expect((await receive(60)).map(({ Body }) => Body)).toEqual(['second'])
    engine.close()
  })

  it('takes no longer to hand out ten of many thousands than of a few', async () => {
    const few = await waiting(200)
    const many = await waiting(20_000)
    const spent = { few: 0, many: 0 }
    // Alternates, so that other load of the machine affects both.
    for (let turn = 0; turn < 15; turn++) {
      for (const [which, { engine, receive }] of Object.entries({ few, many })) {
        const before = process.cpuUsage()
        const messages = await receive(60)
        const { user, system } = process.cpuUsage(before)
        spent[which as keyof typeof spent] += user + system
        expect(messages).toHaveLength(10)
        for (const { ReceiptHandle } of messages) await engine.call('DeleteMessage', { ...QUEUE, ReceiptHandle })
      }
    }
    expect(spent.many).toBeLessThan(spent.few * 5)
    few.engine.close()
    many.engine.close()
  })
})

/** Enqueues five messages per conversation: a batch of ten holds two conversations. */
async function waiting(messages: number) {
  const { engine, send, receive } = await chats()
  const groups = messages / 5
  for (let n = 0; n < messages; n++) await send(n % groups, String(n))
  return { engine, receive }
}
