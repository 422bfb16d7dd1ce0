/**
 * Any tree of options and any answers of a contact: the place, the replies, and a person at the
 * end.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { configuration, OPEN, option, picture, queue } from '../../../test/inbound-samples.ts'
import { DEFAULT_SCHEDULES } from '../../entities/working-hours.ts'
import { MINUTE, type PipelineConfiguration, type PipelineOption } from './pipeline.ts'
import { type Played, type PlayState, playAnswer, startPlay } from './play.ts'

const QUEUES = ['vendas', 'financeiro', 'suporte']

/** Generates trees of a queue: each option lies below an earlier one, or in the first menu. */
const anyTree = (queueId: string): fc.Arbitrary<PipelineOption[]> =>
  fc
    .array(
      fc.record({
        /** Number of places by which its parent precedes it: small steps make deep trees. */
        above: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 4 }),
        kind: fc.oneof(
          { weight: 6, arbitrary: fc.constant('text' as const) },
          { weight: 1, arbitrary: fc.constantFrom('queue' as const, 'close' as const, 'bill' as const) },
        ),
        targetQueueId: fc.constantFrom(...QUEUES, 'gone', null),
        message: fc.constantFrom('', 'Uma mensagem'),
        media: fc.constantFrom(null, picture, { ...picture, kind: 'audio' as const }),
      }),
      { maxLength: 12 },
    )
    .map(nodes =>
      nodes.map(({ above, ...node }, i) =>
        option(`${queueId}-${i}`, {
          ...node,
          queueId,
          parentId: above === null || above > i ? null : `${queueId}-${i - above}`,
          option: i + 1,
        }),
      ),
    )

const anyConfiguration: fc.Arbitrary<PipelineConfiguration> = fc
  .record({
    trees: fc.tuple(...QUEUES.map(anyTree)),
    menu: fc.subarray(QUEUES, { minLength: 1 }),
    greets: fc.boolean(),
    files: fc.boolean(),
    connection: fc.record({ maxUseBotQueues: fc.nat(4), timeUseBotQueues: fc.nat(3) }),
  })
  .map(({ trees, menu, greets, files, connection }) =>
    configuration({
      queues: QUEUES.map(id => queue(id, { media: files ? picture : null })),
      menu,
      options: trees.flat(),
      connection,
      settings: { sendGreetingMessageOneQueues: greets ? 'enabled' : 'disabled' },
    }),
  )
const anyHours: fc.Arbitrary<PipelineConfiguration> = fc
  .tuple(anyConfiguration, fc.constantFrom('company', 'queue'), fc.boolean(), fc.boolean(), fc.subarray(QUEUES))
  .map(([given, scheduleType, closes, reopens, closed]) => ({
    ...given,
    settings: {
      ...given.settings,
      scheduleType,
      finishTicketOutFourHours: closes ? 'enabled' : 'disabled',
      newTicketChatForDay: reopens ? 'enabled' : 'disabled',
    },
    queues: given.queues.map(each => (closed.includes(each.id) ? { ...each, schedules: DEFAULT_SCHEDULES } : each)),
  }))
const anyAnswer = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 3 }).map(String) },
  { weight: 1, arbitrary: fc.constantFrom('0', '#', '4', '9') },
  { weight: 1, arbitrary: fc.constantFrom('quero comprar', '', '1 2', '529.982.247-25') },
)
const anyAnswers = fc.array(fc.tuple(anyAnswer, fc.nat(90)), { maxLength: 15 })

/**
 * Plays the conversation after a first message and these answers, each some minutes after the one
 * before.
 */
function played(given: PipelineConfiguration, answers: readonly (readonly [string, number])[]) {
  let now = OPEN
  const turns = [playAnswer(startPlay(given), 'oi', now)]
  for (const [text, minutes] of answers) {
    now += minutes * MINUTE
    turns.push(playAnswer(turns.at(-1)!.state, text, now))
  }
  return { turns, last: turns.at(-1)!, now }
}

const below = ({ options }: PipelineConfiguration, queueId: string, parentId: string | null) =>
  options.filter(each => each.queueId === queueId && each.parentId === parentId)
/** Returns true where a document is requested and nothing is chosen. */
const asksBill = ({ options }: PipelineConfiguration, optionId: string | null) =>
  options.some(({ id, kind }) => id === optionId && kind === 'bill')
const phaseOf = ({ ticket }: PlayState) => ticket?.menu?.phase
const menus = ({ replies }: Played) => replies.filter(({ text }) => text.includes('*1* - '))

/** Returns the target of `#` in a queue. */
const mainOf = (given: PipelineConfiguration, queueId: string) => {
  const [only, ...others] = given.menuQueueIds
  if (others.length > 0) return { queueId: null, optionId: null }
  return { queueId: below(given, only!, null).length > 0 ? only! : queueId, optionId: null }
}

const inOptions = (check: (given: PipelineConfiguration, at: Played, now: number) => void) =>
  fc.assert(
    fc.property(anyConfiguration, anyAnswers, (given, answers) => {
      const { last, now } = played(given, answers)
      fc.pre(phaseOf(last.state) === 'options')
      check(given, last, now)
    }),
    { numRuns: 300 },
  )

describe('whatever a contact answers', () => {
  it('one message is answered by at most what was chosen and then what stands there: two texts, a file before each, one menu', () => {
    fc.assert(
      fc.property(anyHours, anyAnswers, (given, answers) => {
        for (const turn of played(given, answers).turns) {
          expect(turn.replies.filter(({ text }) => text !== '').length).toBeLessThanOrEqual(2)
          expect(turn.replies.filter(({ media }) => media !== null).length).toBeLessThanOrEqual(2)
          expect(menus(turn).length).toBeLessThanOrEqual(1)
          // A menu is the last reply: nothing comes between it and its answer.
          if (menus(turn).length === 1) expect(turn.replies.at(-1)).toBe(menus(turn)[0])
        }
      }),
    )
  })
  it('the ticket waits where somebody sees it, or was closed by an option or the hours', () => {
    fc.assert(
      fc.property(anyHours, anyAnswers, (given, answers) => {
        for (const { state, ended, where } of played(given, answers).turns) {
          if (ended === 'closed' || ended === 'bill') expect(state.ticket).toBeNull()
          else expect(state.ticket).toMatchObject({ status: 'pending', userId: null })
          expect([null, ...QUEUES]).toContain(where.queueId)
        }
      }),
    )
  })
  it('who is asked sees what there is to choose; who is not is left to a person', () => {
    fc.assert(
      fc.property(anyConfiguration, anyAnswers, (given, answers) => {
        for (const { state, ended, where } of played(given, answers).turns) {
          if (phaseOf(state) === 'options' && !asksBill(given, where.optionId))
            expect(below(given, where.queueId!, where.optionId)).not.toEqual([])
          if (phaseOf(state) === 'menu') expect(where.queueId).toBeNull()
          const isAsked = phaseOf(state) === 'options' || phaseOf(state) === 'menu'
          expect(ended === null).toBe(isAsked)
        }
      }),
    )
  })
  it('once the bot is silent it stays so', () => {
    fc.assert(
      fc.property(anyConfiguration, anyAnswers, anyAnswers, (given, answers, more) => {
        const { last, now } = played(given, answers)
        fc.pre(last.ended === 'person')
        let at = last
        for (const [text, minutes] of more) {
          at = playAnswer(at.state, text, now + minutes * MINUTE)
          expect(at).toMatchObject({ replies: [], ended: 'person', where: last.where })
        }
      }),
    )
  })
  it('who gives no valid answer is left to a person after the repetitions, in the queue they stand in', () => {
    fc.assert(
      fc.property(anyConfiguration, anyAnswers, (given, answers) => {
        const { last, now } = played(given, answers)
        fc.pre(last.ended === null)
        const { maxUseBotQueues, timeUseBotQueues } = given.connection
        const before = last.state.ticket!.menu!.repeats
        let at = last
        for (let i = 1; at.ended === null; i++) {
          expect(i).toBeLessThanOrEqual(maxUseBotQueues - before + 1)
          at = playAnswer(at.state, 'não entendi', now + i * timeUseBotQueues * MINUTE)
          const asked = asksBill(given, last.where.optionId) ? at.replies : menus(at)
          expect(asked).toHaveLength(at.ended === null ? 1 : 0)
        }
        expect(at).toMatchObject({ ended: 'person', replies: [], where: { queueId: last.where.queueId } })
        expect(at.state.ticket).toMatchObject({ status: 'pending', userId: null })
      }),
    )
  })
  it('the same is answered to the same', () => {
    fc.assert(
      fc.property(anyHours, anyAnswers, (given, answers) => {
        expect(played(given, answers)).toEqual(played(given, answers))
      }),
    )
  })
})

describe('from any menu of options', () => {
  it('`#` leads to the main menu, which is sent', () => {
    inOptions((given, at, now) => {
      const main = mainOf(given, at.where.queueId!)
      const to = playAnswer(at.state, '#', now)
      expect(to).toMatchObject({ where: { ...main, path: [] }, ended: null })
      expect(menus(to)).toHaveLength(1)
      expect(to.state.ticket?.menu?.repeats).toBe(0)
    })
  })
  it('`0` leads one level back; from a queue’s first menu to the main menu, when that is another', () => {
    inOptions((given, at, now) => {
      const { queueId, optionId } = at.where
      const to = playAnswer(at.state, '0', now)
      const main = mainOf(given, queueId!)
      if (optionId !== null) {
        const parentId = given.options.find(({ id }) => id === optionId)!.parentId
        expect(to.where).toMatchObject({ queueId, optionId: parentId })
      } else if (main.queueId !== queueId) expect(to.where).toMatchObject(main)
      else expect(to.where).toMatchObject({ queueId, optionId: null })
    })
  })
  it('a number does what the option of that number is for', () => {
    inOptions((given, at, now) => {
      const { queueId } = at.where
      fc.pre(!asksBill(given, at.where.optionId))
      const options = below(given, queueId!, at.where.optionId)
      for (const [i, chosen] of options.entries()) {
        const to = playAnswer(at.state, String(i + 1), now)
        const goesOn = chosen.kind === 'text' && below(given, queueId!, chosen.id).length > 0
        const target = chosen.kind === 'queue' && QUEUES.includes(chosen.targetQueueId ?? '') && chosen.targetQueueId
        if (goesOn) expect(to).toMatchObject({ ended: null, where: { queueId, optionId: chosen.id } })
        else if (chosen.kind === 'bill')
          expect(to).toMatchObject({ ended: null, where: { queueId, optionId: chosen.id } })
        else if (chosen.kind === 'close') expect(to).toMatchObject({ ended: 'closed', where: { queueId } })
        else if (target) expect(to.where).toMatchObject({ queueId: target, optionId: null })
        else expect(to).toMatchObject({ ended: 'person', where: { queueId, optionId: null } })
        const file = to.replies.findIndex(({ media }) => media !== null && media === chosen.media)
        const text = to.replies.findIndex(reply => chosen.message !== '' && reply.text.startsWith(chosen.message))
        if (chosen.media && chosen.media !== picture) expect(file).toBe(0)
        if (chosen.message) expect(text).toBeGreaterThanOrEqual(Math.max(file, 0))
      }
    })
  })
})
