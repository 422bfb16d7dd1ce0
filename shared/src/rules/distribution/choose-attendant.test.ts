import { describe, expect, it } from 'vitest'
import { type Attendant, chooseAttendant } from './choose-attendant.ts'

const member = (id: string, given: Partial<Attendant> = {}): Attendant => ({
  ...{ id, available: true, inQueue: 0, open: 0 },
  ...given,
})
const three = ['a', 'b', 'c'].map(id => member(id))
const inTurn = (maxOpenTickets: number | null = null) => ({ distribution: 'roundRobin' as const, maxOpenTickets })
const byWork = (maxOpenTickets: number | null = null) => ({ distribution: 'leastBusy' as const, maxOpenTickets })
const idOf = (choice: ReturnType<typeof chooseAttendant>) => ('userId' in choice ? choice.userId : choice.held)

describe('a ticket in turn', () => {
  it('goes to the next behind the last one, and around', () => {
    expect([undefined, 'a', 'b', 'c'].map(last => idOf(chooseAttendant(inTurn(), three, last)))).toEqual([
      ...['a', 'b', 'c', 'a'],
    ])
  })

  it('goes on behind somebody who left the queue', () => {
    expect(idOf(chooseAttendant(inTurn(), [member('a'), member('c')], 'b'))).toBe('c')
  })

  it('passes over those who are away or have no room', () => {
    const members = [member('a'), member('b', { available: false }), member('c', { inQueue: 2 }), member('d')]
    expect(idOf(chooseAttendant(inTurn(2), members, 'a'))).toBe('d')
    expect(chooseAttendant(inTurn(2), members, 'd')).toEqual({ userId: 'a', given: { reason: 'turn', open: 0 } })
  })
})

describe('a ticket to the least busy', () => {
  it('goes to who has the fewest open ones of all queues', () => {
    const members = [member('a', { open: 3 }), member('b', { open: 1, inQueue: 1 }), member('c', { open: 2 })]
    expect(chooseAttendant(byWork(), members, 'b')).toEqual({ userId: 'b', given: { reason: 'leastBusy', open: 1 } })
    expect(idOf(chooseAttendant(byWork(1), members, undefined))).toBe('c')
  })

  it('goes to the next in turn of those who are as busy', () => {
    expect(idOf(chooseAttendant(byWork(), three, 'b'))).toBe('c')
    expect(idOf(chooseAttendant(byWork(), three, 'c'))).toBe('a')
  })
})

it('says why nobody gets it', () => {
  expect(idOf(chooseAttendant(inTurn(1), [], undefined))).toBe('noMembers')
  expect(idOf(chooseAttendant(inTurn(1), [member('a', { available: false })], undefined))).toBe('noneAvailable')
  expect(idOf(chooseAttendant(inTurn(1), [member('a', { inQueue: 1 })], undefined))).toBe('noRoom')
})

it('changes none of the lists it is given', () => {
  const members = [member('c'), member('a')]
  chooseAttendant(byWork(), members, undefined)
  expect(members.map(({ id }) => id)).toEqual(['c', 'a'])
})
