import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { configuration, kinds, message, OPEN, texts } from '../../../test/inbound-samples.ts'
import { decide } from './decide.ts'
import type { PipelineState } from './pipeline.ts'
import { MINUTE } from './pipeline.ts'

describe('whatever comes', () => {
  const anyState: fc.Arbitrary<PipelineState> = fc.record({
    now: fc.integer({ min: OPEN, max: OPEN + 14 * 24 * 60 * MINUTE }),
    seen: fc.boolean(),
    contact: fc.option(fc.record({ pictureCheckedAt: fc.option(fc.integer({ min: 0, max: OPEN })) })),
    ticket: fc.option(
      fc.record({
        status: fc.constantFrom('pending' as const, 'open' as const),
        userId: fc.option(fc.constant('ana')),
        queueId: fc.option(fc.constantFrom('vendas', 'gone')),
        menu: fc.option(
          fc.record({
            phase: fc.constantFrom('menu' as const, 'done' as const),
            startedAt: fc.constant(OPEN),
            shownAt: fc.constant(OPEN),
            repeats: fc.integer({ min: 0, max: 5 }),
          }),
        ),
        bot: fc.option(
          fc.constantFrom({ kind: 'prompt' as const, id: 'ia' }, { kind: 'integration' as const, id: 'n8n' }),
        ),
        expiryAt: fc.option(fc.constant(OPEN)),
      }),
    ),
    lastClosed: fc.option(
      fc.record({ ticketId: fc.constant('t'), closedAt: fc.constant(OPEN), queueId: fc.constant(null) }),
    ),
    outOfHoursSentAt: fc.option(fc.constant(OPEN)),
    rating: fc.option(
      fc.record({ until: fc.integer({ min: OPEN, max: OPEN + 14 * 24 * 60 * MINUTE }), repeated: fc.boolean() }),
    ),
    campaign: fc.option(fc.constant({ id: 'volta' })),
  })
  const toggle = fc.constantFrom('enabled', 'disabled')
  const anyConfiguration = fc
    .record({
      settings: fc.record({
        scheduleType: fc.constantFrom('disabled', 'queue', 'company'),
        CheckMsgIsGroup: toggle,
        newTicketChatForDay: toggle,
        finishTicketOutFourHours: toggle,
        sendGreetingMessageOneQueues: toggle,
      }),
      connection: fc.record({
        timeSendQueue: fc.nat(3),
        sendIdQueue: fc.constant('vendas'),
        expiresTicket: fc.nat(3),
        maxUseBotQueues: fc.nat(4),
        promptId: fc.constantFrom(null, 'ia'),
        integrationId: fc.constantFrom(null, 'n8n'),
      }),
      menu: fc.subarray(['vendas', 'financeiro', 'gone']),
    })
    .map(configuration)
  const anyMessage = fc
    .record({
      fromMe: fc.boolean(),
      body: fc.oneof(fc.string(), fc.constantFrom('1', '2')),
      kind: fc.constantFrom('text' as const, 'call_log' as const, 'unsupported' as const),
      group: fc.option(fc.constant({ id: 'g' }), { nil: undefined }),
    })
    .map(message)

  it('stores exactly once unless it ignores, after contact and ticket are known', () => {
    fc.assert(
      fc.property(anyState, anyMessage, anyConfiguration, (state, inbound, config) => {
        const steps = kinds(decide(state, inbound, config))
        if (steps[0] === 'ignore') return steps.length === 1
        return (
          steps.filter(step => step === 'store').length === 1 &&
          steps.indexOf('contact') < steps.indexOf('ticket') &&
          steps.indexOf('ticket') < steps.indexOf('store')
        )
      }),
    )
  })
  it('sends at most one reply, never to groups, never after the handset, never to a ticket of a person', () => {
    fc.assert(
      fc.property(anyState, anyMessage, anyConfiguration, (state, inbound, config) => {
        const actions = decide(state, inbound, config)
        const replies = texts(actions).length
        if (inbound.fromMe || inbound.group) return replies === 0
        const greeted = actions.some(action => action.type === 'menu')
        return replies <= 1 && !(greeted && state.ticket?.userId)
      }),
    )
  })
  it('asks a bot once and sends nothing itself then, never for groups, the handset or a ticket of a person', () => {
    fc.assert(
      fc.property(anyState, anyMessage, anyConfiguration, (state, inbound, config) => {
        const actions = decide(state, inbound, config)
        const asked = kinds(actions).filter(kind => kind === 'askBot').length
        if (asked === 0) return true
        const isOurs = inbound.fromMe || inbound.group || state.ticket?.userId || state.ticket?.menu?.phase === 'done'
        return asked === 1 && !isOurs && texts(actions).length === 0
      }),
    )
  })
  it('decides the same for the same', () => {
    fc.assert(
      fc.property(anyState, anyMessage, anyConfiguration, (state, inbound, config) => {
        expect(decide(state, inbound, config)).toEqual(decide(state, inbound, config))
      }),
    )
  })
})
