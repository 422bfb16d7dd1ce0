import { contactsArea, ticketsArea } from '@balcao/shared/api/index.ts'
import { expect, it } from 'vitest'
import { call, makeCompany } from '../../test/harness.ts'

it('says of a field that is missing what the specification says, of a wrong one what is wrong', async () => {
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
    details: [{ path: 'name', message: 'Required' }],
  })
  const short = await refusal(call(contacts.create, { as: admin, body: { number, name: 'a' } as never }))
  expect(short.details).toEqual([{ path: 'name', message: 'Too Short!' }])
  const tag = await refusal(call(tags.create, { as: admin, body: {} as never }))
  expect(tag.details).toEqual([{ path: 'name', message: 'Obrigatório' }])
})
