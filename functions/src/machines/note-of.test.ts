import { errorText } from '@balcao/shared/errors.ts'
import { reasonOf } from '@balcao/shared/rules/machine-notes.ts'
import { expect, it } from 'vitest'
import { noteOf } from './note-of.ts'

it('the note of a machine is kept in Portuguese, with what it said as it said it, and why', () => {
  const failed = reasonOf('promptFailed', { error: 'ERR_AI_BUSY' })
  expect(noteOf(failed)).toEqual({
    note: `O agente de IA não conseguiu responder. ${errorText('ERR_AI_BUSY', 'pt')}`,
    reason: failed,
  })
  expect(noteOf(reasonOf('promptMovedWhy', { words: 'pediu {{error}} e $&' })).note).toBe(
    'O agente de IA transferiu: pediu {{error}} e $&',
  )
})
