import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type KeptReaction, mergeReaction, ownReaction, REACTORS, shownReactions } from './reactions.ts'

const contact = (emoji: string, at: number): KeptReaction => ({ emoji, at, fromMe: false, name: 'Maria' })
const own = (emoji: string, at: number): KeptReaction => ({ emoji, at, fromMe: true, userId: 'u' })
const member = (number: string, emoji: string, at: number): KeptReaction => ({ emoji, at, fromMe: false, number })
const after = (...reactions: KeptReaction[]) =>
  reactions.reduce<KeptReaction[]>((kept, next) => mergeReaction(kept, next) ?? kept, [])
const shown = (kept: readonly KeptReaction[]) => shownReactions(kept).map(({ emoji }) => emoji)

describe('a reaction', () => {
  it('is set, changed and taken back', () => {
    expect(shown(after(contact('👍', 1)))).toEqual(['👍'])
    expect(shown(after(contact('👍', 1), contact('❤️', 2)))).toEqual(['❤️'])
    expect(shown(after(contact('👍', 1), contact('', 2)))).toEqual([])
    expect(shown(after(contact('👍', 1), contact('', 2), contact('🙏', 3)))).toEqual(['🙏'])
  })

  it('stands beside that of the other side', () => {
    const kept = after(contact('👍', 1), own('❤️', 2), contact('😂', 3))
    expect(shown(kept)).toEqual(['❤️', '😂'])
    expect(ownReaction(kept)).toMatchObject({ emoji: '❤️', userId: 'u' })
  })

  it('that is older than what its author reactions last changes nothing, also when that took it back', () => {
    expect(mergeReaction([contact('❤️', 5)], contact('👍', 4))).toBeUndefined()
    expect(mergeReaction([contact('', 5)], contact('👍', 4))).toBeUndefined()
    expect(mergeReaction([contact('❤️', 5)], contact('❤️', 5))).toBeUndefined()
  })

  it('of a group member is known by number and by LID', () => {
    const byLid: KeptReaction = { emoji: '👍', at: 1, fromMe: false, lid: '77' }
    const both: KeptReaction = { emoji: '❤️', at: 2, fromMe: false, lid: '77', number: '55' }
    expect(shown(after(byLid, both))).toEqual(['❤️'])
    expect(shown(after(byLid, both, member('55', '😂', 3)))).toEqual(['😂'])
    expect(shown(after(member('55', '👍', 1), member('56', '👍', 2)))).toEqual(['👍', '👍'])
  })
})

it('of a great many reactors the last ones stay, and our own always', () => {
  const many = Array.from({ length: REACTORS + 20 }, (_, i) => member(String(i), i === 50 ? '' : '👍', i + 1))
  const kept = after(own('❤️', 0), ...many)
  expect(kept).toHaveLength(REACTORS)
  expect(ownReaction(kept)?.emoji).toBe('❤️')
  expect(kept.at(-1)?.number).toBe(String(REACTORS + 19))
  expect(kept.some(({ emoji }) => emoji === '')).toBe(false)
})

describe('in whatever order and however often they come', () => {
  const reactors = ['me', 'contact', '551', '552'] as const
  const reactions = fc.uniqueArray(
    fc.record({ who: fc.constantFrom(...reactors), emoji: fc.constantFrom('', '👍', '❤️', '😂'), at: fc.nat(1000) }),
    // Each reaction of a person has its own time.
    { selector: ({ who, at }) => `${who}|${at}`, maxLength: 20 },
  )
  const of = ({ who, emoji, at }: { who: (typeof reactors)[number]; emoji: string; at: number }) =>
    who === 'me' ? own(emoji, at) : who === 'contact' ? contact(emoji, at) : member(who, emoji, at)
  const bySet = (kept: readonly KeptReaction[]) => kept.map(one => JSON.stringify(one)).sort()

  it('each author’s latest stands, and nothing else', () => {
    fc.assert(
      fc.property(reactions, fc.infiniteStream(fc.nat()), (list, shuffle) => {
        const keys = [...list, ...list].map(one => ({ one, key: shuffle.next().value as number }))
        const order = keys.toSorted((a, b) => a.key - b.key).map(({ one }) => one)
        const kept = after(...order.map(of))
        const latest = reactors.flatMap(who => {
          const last = list.filter(one => one.who === who).toSorted((a, b) => b.at - a.at)[0]
          return last ? [of(last)] : []
        })
        expect(bySet(kept)).toEqual(bySet(latest))
        expect(kept.map(({ at }) => at)).toEqual(kept.map(({ at }) => at).toSorted((a, b) => a - b))
      }),
    )
  })
})
