import { describe, expect, it } from 'vitest'
import { configuration, find, fresh, kinds, live, message, NIGHT, OPEN, texts } from '../../../test/inbound-samples.ts'
import { RATING_AGAIN, RATING_THANKS, ratingOf, ratingQuestion } from '../rating.ts'
import { decide } from './decide.ts'
import type { PipelineState } from './pipeline.ts'

const asked = (changes: Partial<PipelineState['rating']> = {}, now = OPEN): PipelineState => ({
  ...fresh(now),
  contact: { pictureCheckedAt: now },
  rating: { until: OPEN + 60_000, repeated: false, ...changes },
})
const answer = (body: string, state = asked()) => decide(state, message({ body }), configuration())

describe('the answer to the question for a rating', () => {
  it('is stored in the closed ticket, thanked for, and nothing else', () => {
    for (const body of ['1', '2', '3', ' 3\n']) {
      const actions = answer(body)
      expect(kinds(actions)).toEqual(['contact', 'ticket', 'store', 'rate', 'reply'])
      expect(find(actions, 'ticket')).toEqual({ type: 'ticket', use: 'rated' })
      expect(find(actions, 'store')).toMatchObject({ body, unread: 0 })
      expect(find(actions, 'rate')).toEqual({ type: 'rate', rating: Number(body) })
      expect(texts(actions)).toEqual([RATING_THANKS])
    }
  })

  it('counts whatever the hour', () => {
    const config = configuration({ settings: { scheduleType: 'company' } })
    const actions = decide(asked({ until: NIGHT + 60_000 }, NIGHT), message({ body: '2' }), config)
    expect(kinds(actions)).toEqual(['contact', 'ticket', 'store', 'rate', 'reply'])
  })

  it('that is something else is asked about once more', () => {
    for (const other of [
      message({ body: 'obrigado' }),
      message({ body: '4' }),
      message({ body: '1,5' }),
      message({ kind: 'media', body: '3' }),
    ]) {
      const actions = decide(asked(), other, configuration())
      expect(kinds(actions)).toEqual(['contact', 'ticket', 'store', 'askRatingAgain', 'reply'])
      expect(find(actions, 'store')).toMatchObject({ unread: 0 })
      expect(texts(actions)).toEqual([RATING_AGAIN])
    }
  })

  it('that is something else a second time is a new conversation; a number still is a rating', () => {
    expect(find(answer('preciso de ajuda', asked({ repeated: true })), 'ticket')?.use).toBe('create')
    expect(find(answer('3', asked({ repeated: true })), 'rate')).toEqual({ type: 'rate', rating: 3 })
  })

  it('comes too late after its time, and while another ticket lives', () => {
    expect(find(answer('3', asked({ until: OPEN })), 'ticket')?.use).toBe('create')
    const elsewhere = live({ status: 'open', userId: 'ana' }, { rating: null })
    expect(find(decide(elsewhere, message({ body: '3' }), configuration()), 'rate')).toBeUndefined()
  })

  it('is not a message of the handset, of a group or of a call', () => {
    const groups = configuration({ settings: { CheckMsgIsGroup: 'disabled' } })
    for (const other of [
      message({ body: '3', fromMe: true }),
      message({ body: '3', group: { id: 'g' } }),
      message({ kind: 'call_log', body: '' }),
    ])
      expect(find(decide(asked(), other, groups), 'ticket')?.use).toBe('create')
  })
})

describe('the question', () => {
  it('is the text of the company, or ours, with the scale', () => {
    expect(ratingQuestion(' Gostou? ', 'text').text).toMatch(
      /^Gostou\?\n\nResponda com um número:\n\n\*1\* - Insatisfeito\n/,
    )
    expect(ratingQuestion('  ', 'text').text).toMatch(/^Como foi o nosso atendimento\?\n\n/)
  })

  it('is answered by 1, 2 or 3, or by its words, as a menu is', () => {
    expect(
      ['1', '2', ' 3 ', 'nota 3', '1.', 'um', '１', 'muito satisfeito', 'Insatisfeita'].map(body => ratingOf(body)),
    ).toEqual([...[1, 2, 3, 3, 1, 1, 1, 3], undefined])
    for (const body of ['0', '4', '33', '+1', '1,5', '', 'quero 2 caixas', 'obrigado'])
      expect([body, ratingOf(body)]).toEqual([body, undefined])
  })
})
