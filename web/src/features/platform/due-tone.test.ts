import { describe, expect, it } from 'vitest'
import { dueTone } from './due-tone.ts'

const now = Date.parse('2026-11-20T15:00:00.000Z')
const inDays = (days: number) => dueTone(now, new Date(now + days * 86_400_000).toISOString(), 'America/Sao_Paulo')

describe('the colour of a due date', () => {
  it.each([
    [30, 'none'],
    [6, 'none'],
    [5, 'soon'],
    [4, 'near'],
    [0, 'near'],
    [-3, 'near'],
    [-4, 'late'],
    [-40, 'late'],
  ])('%i days ahead is %s', (days, tone) => {
    expect(inDays(days)).toBe(tone)
  })
})
