import { expect, it } from 'vitest'
import { BOT_NOTES, type BotNote, noteTexts } from './bot-notes.ts'
import { LANGUAGES } from './language.ts'

it.each(Object.keys(BOT_NOTES) as BotNote[])('the note %s has the same figures and errors in each language', name => {
  const marks = LANGUAGES.map(language => (noteTexts(language)[`NOTE_${name}`]!.match(/\{\{\w+\}\}/g) ?? []).join())
  expect(new Set(marks).size).toBe(1)
})
