import { describe, expect, it } from 'vitest'
import { countedVotes, type KeptVote, mergeVote, pollText } from './poll-votes.ts'

const ana: KeptVote = { options: [0], at: 10, fromMe: false, number: '5511987654321', lid: '7' }

describe('votes of a poll', () => {
  it('the last of each person counts, by number or LID, whatever arrives last', () => {
    const later = { ...ana, number: undefined, options: [1, 2], at: 20 }
    const votes = mergeVote(mergeVote([], ana)!, later)!
    expect(votes).toEqual([{ ...later, number: ana.number }])
    expect(mergeVote(votes, ana)).toBeUndefined()
    expect(mergeVote(votes, later)).toBeUndefined()
  })

  it('of one person, known by number, by LID, then by both, are one vote with all that is known', () => {
    const byNumber = { options: [0], at: 10, fromMe: false, number: '5511987654321', name: 'Ana' }
    const byLid = { options: [1], at: 20, fromMe: false, lid: '7' }
    const byBoth = { options: [2], at: 30, fromMe: false, number: '5511987654321', lid: '7' }
    const two = mergeVote(mergeVote([], byNumber)!, byLid)!
    expect(two).toHaveLength(2)
    const one = mergeVote(two, byBoth)!
    expect(one).toEqual([{ ...byBoth, name: 'Ana' }])
    const again = mergeVote(mergeVote(one, { ...byLid, at: 40 })!, { ...byNumber, at: 50 })!
    expect(again).toEqual([{ ...byBoth, options: [0], at: 50, name: 'Ana' }])
  })

  it('a withdrawn vote does not count, and no older one returns', () => {
    const votes = mergeVote([ana], { ...ana, options: [], at: 20 })!
    expect(countedVotes(votes)).toEqual([])
    expect(mergeVote(votes, { ...ana, at: 15 })).toBeUndefined()
  })

  it('the contact of a chat and the business are two people', () => {
    const contact = { options: [0], at: 1, fromMe: false, name: 'Ana' }
    const us = { options: [0], at: 2, fromMe: true }
    expect(mergeVote(mergeVote([], contact)!, us)).toEqual([contact, us])
  })
})

it('a poll as text has its options as lines', () => {
  expect(pollText({ question: 'Qual dia?', options: ['Sexta', 'Sábado'] })).toBe('Qual dia?\n- Sexta\n- Sábado')
})
