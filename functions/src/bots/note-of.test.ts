import { errorText } from '@balcao/shared/errors.ts'
import { reasonOf } from '@balcao/shared/rules/bot-notes.ts'
import { expect, it } from 'vitest'
import { botNote } from './bot-note.ts'

it('the note of a bot is kept in Portuguese, with its words unchanged, and why', () => {
  const failed = reasonOf('promptFailed', { error: 'ERR_AI_BUSY' })
  expect(botNote(failed)).toEqual({
    note: `O agente de IA não conseguiu responder. ${errorText('ERR_AI_BUSY', 'pt')}`,
    reason: failed,
  })
  expect(botNote(reasonOf('promptMovedWhy', { words: 'pediu {{error}} e $&' })).note).toBe(
    'O agente de IA transferiu: pediu {{error}} e $&',
  )
})
