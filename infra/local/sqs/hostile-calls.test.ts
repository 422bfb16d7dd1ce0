import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { serveSqs } from './serve-sqs.ts'

// What no SDK sends is refused by name, and is no fault of ours.

const log = vi.spyOn(console, 'error')
let sqs: Awaited<ReturnType<typeof serveSqs>>
beforeAll(async () => {
  sqs = await serveSqs({ port: 0, file: ':memory:' })
})
afterAll(async () => {
  expect(log).not.toHaveBeenCalled()
  await sqs.close()
})

async function ask(action: string, body: string) {
  const response = await fetch(`http://127.0.0.1:${sqs.port}/`, {
    method: 'POST',
    body,
    headers: { 'x-amz-target': `AmazonSQS.${action}` },
  })
  return { status: response.status, type: ((await response.json()) as { __type: string }).__type }
}

describe('the queues', () => {
  it.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__', '__defineGetter__', ''])(
    'have no action %s',
    async action => {
      expect(await ask(action, '{}')).toEqual({ status: 400, type: 'com.amazonaws.sqs#InvalidAction' })
    },
  )

  it.each(['{', 'null', '[]', '7', '"x"', '\0', '{"QueueUrl":'])('take %s for no parameters', async body => {
    expect(await ask('ReceiveMessage', body)).toEqual({ status: 400, type: 'com.amazonaws.sqs#MalformedInput' })
  })

  it.each([
    '{}',
    '{"QueueUrl":7}',
    '{"QueueUrl":"constructor"}',
    '{"QueueUrl":"/a/__proto__","__proto__":{"x":1}}',
    '{"QueueUrl":{"constructor":1}}',
  ])('have no queue of %s', async body => {
    for (const action of ['ReceiveMessage', 'SendMessage', 'DeleteMessage', 'GetQueueAttributes']) {
      expect((await ask(action, body)).status, action).toBe(400)
    }
  })
})
