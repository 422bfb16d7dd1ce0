import { contactsArea, ticketsArea } from '@balcao/shared/api/index.ts'
import { expect, it } from 'vitest'
import { call, makeCompany } from '../../test/harness.ts'

it('answers each refused field with its code, the parameters of the code and a Portuguese text', async () => {
  const { admin } = await makeCompany()
  const { contacts } = contactsArea.resources
  const { tags } = ticketsArea.resources
  const refusal = async (answer: ReturnType<typeof call>) => {
    const { status, error, details } = (await answer) as { status: number; error?: string; details?: unknown }
    return { status, error, details }
  }
  const number = '5511988887777'
  expect(await refusal(call(contacts.create, { as: admin, body: { number } as never }))).toEqual({
    status: 400,
    error: 'ERR_VALIDATION',
    details: [{ path: 'name', code: 'required', field: 'contact.name', message: 'Required' }],
  })
  const short = await refusal(call(contacts.create, { as: admin, body: { number, name: 'a' } as never }))
  expect(short.details).toEqual([
    { path: 'name', code: 'too_short', field: 'contact.name', minimum: 2, message: 'Too Short!' },
  ])
  const tag = await refusal(call(tags.create, { as: admin, body: {} as never }))
  expect(tag.details).toContainEqual({ path: 'name', code: 'required', field: 'listName', message: 'Obrigatório' })
})
