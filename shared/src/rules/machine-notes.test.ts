import { expect, it } from 'vitest'
import { LANGUAGES } from './language.ts'
import { MACHINE_NOTES, type MachineNote, noteTexts } from './machine-notes.ts'

it.each(Object.keys(MACHINE_NOTES) as MachineNote[])(
  'the note %s has the same figures and errors in each language',
  name => {
    const marks = LANGUAGES.map(language => (noteTexts(language)[`NOTE_${name}`]!.match(/\{\{\w+\}\}/g) ?? []).join())
    expect(new Set(marks).size).toBe(1)
  },
)
