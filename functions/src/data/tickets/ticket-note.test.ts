import { newId } from '@balcao/shared/ids.ts'
import { expect, it } from 'vitest'
import { createNote, deleteNote, getNote, moveNote } from './ticket-note.ts'

it('a note that is deleted while it moves to another contact stays deleted', async () => {
  const companyId = newId()
  const user = { id: newId(), name: 'Ana' }
  const [from, to] = [newId(), newId()]
  const notes = await Promise.all(
    Array.from({ length: 30 }, () => createNote(companyId, { note: 'x', ticketId: newId(), contactId: from, user })),
  )
  await Promise.all(notes.flatMap(({ id }) => [moveNote(companyId, id, to), deleteNote(companyId, id)]))
  expect((await Promise.all(notes.map(({ id }) => getNote(companyId, id)))).filter(Boolean)).toEqual([])
  const kept = await createNote(companyId, { note: 'y', ticketId: newId(), contactId: from, user })
  await moveNote(companyId, kept.id, to)
  expect(await getNote(companyId, kept.id)).toEqual({ ...kept, contactId: to })
})
