import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendFifo, sendStandard } from './sqs.ts'

type Answer = 'taken' | 'garbled' | 'down' | 'cut' | 'refused'
/**
 * As much of SQS as a send needs, over its real protocol; it answers what `answers` says, then
 * takes everything.
 */
const bodies: Record<string, unknown>[] = []
let answers: Answer[] = []
let server: Server
let queue = ''

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const body = JSON.parse(text)
    if (request.headers['x-amz-target'] !== 'AmazonSQS.SendMessage') return response.destroy()
    bodies.push(body)
    const answer = answers.shift() ?? 'taken'
    if (answer === 'cut') return response.destroy()
    const md5 = createHash('md5').update(body.MessageBody).digest('hex')
    const status = { taken: 200, garbled: 200, down: 503, cut: 0, refused: 400 }[answer]
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' })
    response.end(
      JSON.stringify(
        answer === 'refused'
          ? { __type: 'com.amazonaws.sqs#QueueDoesNotExist', message: 'no' }
          : { MessageId: '1', MD5OfMessageBody: answer === 'taken' ? md5 : 'another' },
      ),
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  process.env.AWS_ENDPOINT_URL_SQS = origin
  queue = `${origin}/000000000000/chats.fifo`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  bodies.length = 0
  answers = []
})

describe('a message on a queue', () => {
  it('is sent once, with its group and its id', async () => {
    await sendFifo(queue, { text: 'Olá' }, 'chat', 'id')
    expect(bodies).toEqual([
      { QueueUrl: queue, MessageBody: '{"text":"Olá"}', MessageGroupId: 'chat', MessageDeduplicationId: 'id' },
    ])
  })

  it.each<Answer>(['down', 'cut', 'garbled'])(
    'is sent again after an answer that is %s, as the same message',
    async answer => {
      answers = [answer]
      await sendFifo(queue, { n: 1 }, 'chat', 'id')
      expect(bodies).toHaveLength(2)
      expect(bodies[1]).toEqual(bodies[0])
    },
  )

  it('is given up after four attempts, and at once when there is no such queue', async () => {
    answers = Array.from({ length: 9 }, () => 'down' as const)
    await expect(sendStandard(queue, {}, 5)).rejects.toThrow()
    expect(bodies).toHaveLength(4)
    expect(bodies[0]).toMatchObject({ DelaySeconds: 5 })
    answers = ['refused', 'refused']
    await expect(sendStandard(queue, {})).rejects.toMatchObject({ name: 'QueueDoesNotExist' })
  })
})
