import { newId } from '@balcao/shared/ids.ts'
import { expect, it } from 'vitest'
import { makeContact } from '../../test/make-contact.ts'
import { contactChanges } from './record-contact-change.ts'

it('a long value is cut between two characters', async () => {
  const contact = await makeContact(newId())
  const after = { ...contact, extraInfo: [{ name: 'Nota', value: `${'a'.repeat(193)}😀` }] }
  expect(await contactChanges(contact, after)).toEqual([
    { field: 'extraInfo', before: null, after: `Nota: ${'a'.repeat(193)}` },
  ])
})
