import { fields } from '@balcao/shared/api/company/fields.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import type { CustomField } from '@balcao/shared/entities/custom-field.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { call, makeCompany, makeUser, type TestUser } from '../../../../test/harness.ts'
import { makeField } from '../../../../test/make-field.ts'
import { someNumber } from '../../../../test/some-number.ts'
import { removeFieldLinks, rowsOfFieldValue } from '../../../data/fields/field-values.ts'

let companyId: string
let admin: TestUser

beforeEach(async () => {
  const company = await makeCompany()
  companyId = company.id
  admin = company.admin
})

type Given = Partial<Parameters<typeof makeField>[1]>
const define = (given: Given = {}): Promise<CustomField> => makeField(admin, { on: 'contact', type: 'text', ...given })
const makeContact = async (values: Record<string, unknown> = {}) => {
  const body = { name: 'Maria Andrade', number: someNumber(), fields: values as Record<string, string> }
  const { status, body: contact } = await call(contacts.create, { as: admin, body })
  expect(status).toBe(201)
  return contact
}
const set = (id: string, values: Record<string, unknown>) =>
  call(contacts.update, { as: admin, params: { id }, body: { fields: values as Record<string, string> } })
const read = async (id: string) => (await call(contacts.get, { as: admin, params: { id } })).body.fields

describe('custom fields', () => {
  it('have a name of their own on each kind of row, and keep whom they are on and their type', async () => {
    const field = await define({ name: 'Segmento' })
    expect(field).toMatchObject({ name: 'Segmento', on: 'contact', type: 'text', choices: [] })
    const again = await call(fields.create, { as: admin, body: { name: 'segménto', on: 'contact', type: 'date' } })
    expect(again).toMatchObject({ status: 409, body: { error: 'ERR_FIELD_NAME_ALREADY_EXISTS' } })
    await define({ name: 'Segmento', on: 'ticket' })
    const change = (body: Given) => call(fields.update, { as: admin, params: { id: field.id }, body })
    expect(await change({ type: 'number' })).toMatchObject({ status: 422, body: { error: 'ERR_FIELD_TYPE_FIXED' } })
    expect(await change({ on: 'customer' })).toMatchObject({ status: 422, body: { error: 'ERR_FIELD_TYPE_FIXED' } })
    expect(await change({ name: 'Ramo', type: 'text', on: 'contact' })).toMatchObject({ body: { name: 'Ramo' } })
    expect(await change({ choices: ['a'] })).toMatchObject({ status: 400 })
  })

  it('offer choices that are no repetitions, at least one', async () => {
    const body = { name: 'Plano', on: 'contact', type: 'choice', choices: ['Ouro', 'ouro'] } as const
    const make = (choices: string[]) => call(fields.create, { as: admin, body: { ...body, choices } })
    expect(await make(['Ouro', 'ouro'])).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    expect(await make([])).toMatchObject({ status: 422, body: { error: 'ERR_FIELD_WITHOUT_CHOICES' } })
    expect(await make(['Ouro', 'Prata'])).toMatchObject({ status: 201 })
  })

  it('are fifty at most on each kind of row, also when two are made at once', async () => {
    for (let i = 0; i < 49; i++) await define()
    const make = () =>
      call(fields.create, { as: admin, body: { name: crypto.randomUUID(), on: 'contact', type: 'text' } })
    const made = await Promise.all([make(), make(), make()])
    expect(made.map(({ status }) => status).sort()).toEqual([201, 422, 422])
    const [first] = (await call(fields.listAll, { as: admin })).body
    await call(fields.remove, { as: admin, params: { id: first!.id } })
    expect((await make()).status).toBe(201)
    await define({ on: 'ticket' })
  })

  it('are changed by admins and read by everybody', async () => {
    const field = await define()
    const user = await makeUser(companyId, { profile: 'user' })
    expect((await call(fields.listAll, { as: user })).body).toMatchObject([{ id: field.id }])
    const refused = await call(fields.create, { as: user, body: { name: 'Novo', on: 'contact', type: 'text' } })
    expect(refused.status).toBe(403)
  })
})

describe('values of a contact', () => {
  it('are checked by their type, changed one by one and cleared by null', async () => {
    const types = ['text', 'number', 'date', 'choice', 'boolean', 'link'] as const
    const [text, number, date, choice, boolean, link] = await Promise.all(
      types.map(type => define({ type, choices: type === 'choice' ? ['Ouro', 'Prata'] : [] })),
    )
    const values = {
      [text!.id]: ' Varejo ',
      [number!.id]: 12.5,
      [date!.id]: '2026-12-31',
      [choice!.id]: 'Ouro',
      [boolean!.id]: false,
      [link!.id]: 'https://loja.example/p',
    }
    const { id, fields: made } = await makeContact(values)
    expect(made).toEqual({ ...values, [text!.id]: 'Varejo' })
    const wrong = {
      [text!.id]: 'x'.repeat(501),
      [number!.id]: '12',
      [date!.id]: '2026-02-30',
      [choice!.id]: 'Bronze',
      [boolean!.id]: 'sim',
      [link!.id]: 'javascript:alert(1)',
    }
    for (const [fieldId, value] of Object.entries(wrong)) {
      const { status, body } = await set(id, { [fieldId]: value })
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { error: 'ERR_VALIDATION', details: [expect.objectContaining({ path: `fields.${fieldId}` })] },
      })
    }
    await set(id, { [text!.id]: null, [choice!.id]: 'Prata' })
    await set(id, { [number!.id]: 0, [link!.id]: '' })
    expect(await read(id)).toEqual({
      [number!.id]: 0,
      [date!.id]: '2026-12-31',
      [choice!.id]: 'Prata',
      [boolean!.id]: false,
    })
  })

  it('belong to a field of the company on contacts', async () => {
    const { id } = await makeContact()
    const onTickets = await define({ on: 'ticket' })
    const other = await makeCompany()
    const elsewhere = await call(fields.create, {
      as: other.admin,
      body: { name: 'Deles', on: 'contact', type: 'text' },
    })
    for (const fieldId of [onTickets.id, elsewhere.body.id])
      expect(await set(id, { [fieldId]: 'x' })).toMatchObject({ status: 404, body: { error: 'ERR_NO_FIELD_FOUND' } })
  })

  it('stay with a choice that is no longer offered, and go with their field', async () => {
    const choice = await define({ type: 'choice', choices: ['Ouro', 'Prata'] })
    const text = await define()
    const { id } = await makeContact({ [choice.id]: 'Ouro', [text.id]: 'Varejo' })
    await call(fields.update, { as: admin, params: { id: choice.id }, body: { choices: ['Prata'] } })
    expect((await set(id, { [choice.id]: 'Ouro', [text.id]: 'Atacado' })).status).toBe(200)
    const another = await makeContact()
    expect((await set(another.id, { [choice.id]: 'Ouro' })).status).toBe(400)
    await call(fields.remove, { as: admin, params: { id: choice.id } })
    await removeFieldLinks(companyId, choice.id)
    expect(await rowsOfFieldValue(companyId, { fieldId: choice.id, value: 'Ouro' }, { limit: 10 })).toEqual([])
    // A value of a deleted field leaves its row with the next change.
    await set(id, { [text.id]: 'Indústria' })
    expect(await read(id)).toEqual({ [text.id]: 'Indústria' })
  })

  it('find their contact by the words of texts and choices, and by the choice itself', async () => {
    const text = await define()
    const plan = await define({ type: 'choice', choices: ['Plano Ouro', 'Plano Prata'] })
    const { id } = await makeContact({ [text.id]: 'Farmácia popular', [plan.id]: 'Plano Ouro' })
    const search = async (searchParam: string) =>
      (await call(contacts.list, { as: admin, query: { searchParam } })).body.contacts.map(each => each.id)
    for (const typed of ['farma', 'ouro', 'Maria popular', 'plano']) expect(await search(typed), typed).toEqual([id])
    const of = (value: string) => rowsOfFieldValue(companyId, { fieldId: plan.id, value }, { limit: 10 })
    expect(await of('Plano Ouro')).toEqual([id])
    await set(id, { [plan.id]: 'Plano Prata', [text.id]: null })
    expect([await of('Plano Ouro'), await of('Plano Prata')]).toEqual([[], [id]])
    expect(await search('farma')).toEqual([])
    expect(await search('prata')).toEqual([id])
  })

  it('filter the list of contacts by a choice or a yes-or-no, also beside a search', async () => {
    const plan = await define({ type: 'choice', choices: ['Ouro', 'Prata'] })
    const active = await define({ type: 'boolean' })
    const text = await define()
    const [first, second] = [
      await makeContact({ [plan.id]: 'Ouro', [active.id]: true }),
      await makeContact({ [plan.id]: 'Ouro' }),
    ]
    await makeContact({ [plan.id]: 'Prata', [active.id]: true })
    const list = async (values: object, query: Record<string, string> = {}) => {
      const { status, body } = await call(contacts.list, {
        as: admin,
        query: { fields: JSON.stringify(values), ...query },
      })
      return status === 200 ? body.contacts.map(({ id }) => id) : `${status} ${(body as { error?: string }).error}`
    }
    expect(await list({ [plan.id]: 'Ouro' })).toEqual([second.id, first.id])
    expect(await list({ [plan.id]: 'Ouro' }, { limit: '1' })).toEqual([second.id])
    expect(await list({ [plan.id]: 'Ouro', [active.id]: true })).toEqual([first.id])
    expect(await list({ [plan.id]: 'Ouro' }, { searchParam: first.number })).toEqual([first.id])
    expect(await list({ [text.id]: 'Ouro' })).toBe('422 ERR_FIELD_NOT_FILTERABLE')
    expect(await list({ [crypto.randomUUID()]: 'Ouro' })).toBe('400 ERR_VALIDATION')
  })

  it('may all be set at once, beside a new name', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => define({ type: 'choice', choices: ['A', 'B'] })))
    const values = (value: string) => Object.fromEntries(all.map(({ id }) => [id, value]))
    const { id } = await makeContact(values('A'))
    const body = { name: 'Ana Beatriz Costa Dias Souza Lima', fields: values('B') }
    const changed = await call(contacts.update, { as: admin, params: { id }, body })
    expect(changed).toMatchObject({ status: 200, body: { name: body.name, fields: body.fields } })
    for (const field of [all[0]!, all[49]!])
      expect(await rowsOfFieldValue(companyId, { fieldId: field.id, value: 'B' }, { limit: 2 })).toEqual([id])
    expect((await call(contacts.remove, { as: admin, params: { id } })).status).toBe(204)
    expect(await rowsOfFieldValue(companyId, { fieldId: all[7]!.id, value: 'B' }, { limit: 2 })).toEqual([])
  })

  it('keep each other when two people change them at once', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => define()))
    const { id } = await makeContact()
    const answers = await Promise.all(all.map(field => set(id, { [field.id]: field.name })))
    expect(answers.map(({ status }) => status)).toEqual(all.map(() => 200))
    expect(await read(id)).toEqual(Object.fromEntries(all.map(field => [field.id, field.name])))
  })
})
