import { type InboundMessage, OutboundCommand } from '@balcao/shared/events/queues.ts'
import { expectLogged } from '@balcao/shared/test/output.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Gate, openGate } from '../../../test/gate.ts'
import { killAtCall } from '../../../test/kill-at-call.ts'
import { batchOf, commandsOf, type Fixture, inbound, makeFixture } from '../../../test/pipeline-fixture.ts'
import { handler } from './handler.ts'

let gate: Gate
beforeAll(async () => {
  gate = await openGate()
})
afterAll(() => gate.close())

const shop = () =>
  makeFixture({
    queues: [
      { name: 'Vendas', greetingMessage: 'Aqui é Vendas' },
      { name: 'Financeiro', greetingMessage: 'Aqui é Financeiro' },
    ],
    connection: () => ({ greetingMessage: 'Olá!' }),
  })

const take = async (event: InboundMessage) => (await handler(batchOf([event]))).batchItemFailures.length

/** Returns the first line of each message sent to WhatsApp, in order. */
const left = ({ connectionId }: Fixture) =>
  [...gate.commands.values()].flatMap(command =>
    command.connectionId === connectionId && command.type === 'send' && command.content.kind === 'text'
      ? [command.content.body.split('\n')[0]]
      : [],
  )

it('the messages of the bot leave in order when the worker is killed at each thing it puts on a queue', {
  timeout: 120_000,
}, async () => {
  let kills = 0
  for (let nth = 1; ; nth++) {
    const fixture = await shop()
    const [first, second] = [inbound(fixture, { body: 'oi' }), inbound(fixture, { body: '1' })]
    if (!(await killAtCall(gate, { nth, moment: 'before', operation: 'SendMessage' }, 'inbound', first))) break
    kills = nth
    // The queue of a conversation holds back what is behind.
    for (const event of [first, second]) expect(await take(event)).toBe(0)
    expect([nth, left(fixture)]).toEqual([nth, ['Olá!', 'Aqui é Vendas']])
  }
  expect(kills).toBeGreaterThan(0)
})

it('what the bot could not put on the queue holds its conversation back until it did', async () => {
  const fixture = await shop()
  const [first, second] = [inbound(fixture, { body: 'oi' }), inbound(fixture, { body: '1' })]
  gate.refuseSends(command => OutboundCommand.safeParse(command).success)
  expect(await take(first)).toBe(1)
  gate.refuseSends(undefined)
  expectLogged('message failed', 1)
  expect(left(fixture)).toEqual([])
  for (const event of [first, second]) expect(await take(event)).toBe(0)
  expect(left(fixture)).toEqual(['Olá!', 'Aqui é Vendas'])
  // Once, however often the message comes.
  expect(await take(first)).toBe(0)
  expect(await commandsOf(fixture)).toHaveLength(2)
})
