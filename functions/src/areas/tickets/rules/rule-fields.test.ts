import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { rules } from '@balcao/shared/api/tickets/rules.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import type { CustomField } from '@balcao/shared/entities/custom-field.ts'
import { ownFact, type RuleCondition } from '@balcao/shared/entities/rule.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, makeUser, type TestUser } from '../../../../test/harness.ts'
import { makeContact } from '../../../../test/make-contact.ts'
import { makeField } from '../../../../test/make-field.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { type Fixture, makeFixture } from '../../../../test/pipeline-fixture.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'

let fixture: Fixture
let admin: TestUser
let ticket: TicketRow
let plan: CustomField
let value: CustomField
let until: CustomField
let urgent: CustomField

beforeAll(async () => {
  fixture = await makeFixture()
  const { companyId } = fixture
  admin = await makeUser(companyId, { profile: 'admin' })
  plan = await makeField(admin, { on: 'contact', type: 'choice', choices: ['Ouro', 'Prata'] })
  value = await makeField(admin, { on: 'contact', type: 'number' })
  until = await makeField(admin, { on: 'ticket', type: 'date' })
  urgent = await makeField(admin, { on: 'ticket', type: 'boolean' })
  const contact = await makeContact(companyId)
  ticket = await makeTicket(companyId, { contact, whatsapp: { id: fixture.connectionId, name: 'Loja' } })
  const values = { [plan.id]: 'Ouro', [value.id]: 1500 }
  await call(contacts.update, { as: admin, params: { id: contact.id }, body: { fields: values } })
  const ofTicket = { [until.id]: '2026-12-31', [urgent.id]: true }
  await call(tickets.update, { as: admin, params: { id: ticket.id }, body: { fields: ofTicket } })
})

const make = (conditions: RuleCondition[]) =>
  call(rules.create, {
    as: admin,
    body: { name: crypto.randomUUID(), event: 'ticket.closed', conditions, actions: [{ type: 'note', text: 'Oi' }] },
  })
const on = (field: CustomField, operator: RuleCondition['operator'], wanted: string | number): RuleCondition => ({
  field: ownFact(field.id),
  operator,
  value: wanted,
})
const holds = async (...condition: Parameters<typeof on>) => {
  const { body } = await make([on(...condition)])
  const tried = await call(rules.try, { as: admin, params: { id: body.id }, body: { ticketId: ticket.id } })
  return tried.body.because.map(reason => [reason.actual, reason.holds])
}

describe('conditions on custom fields', () => {
  it('compare by the type of the field, of the ticket and of its contact', async () => {
    expect(await holds(plan, 'is', 'Ouro')).toEqual([['Ouro', true]])
    expect(await holds(plan, 'isNot', 'Ouro')).toEqual([['Ouro', false]])
    expect(await holds(value, 'greater', 999.5)).toEqual([['1500', true]])
    expect(await holds(value, 'less', 1500)).toEqual([['1500', false]])
    expect(await holds(until, 'less', '2027-01-01')).toEqual([['2026-12-31', true]])
    expect(await holds(until, 'greater', '2026-12-31')).toEqual([['2026-12-31', false]])
    expect(await holds(urgent, 'is', 'true')).toEqual([['true', true]])
  })

  it('are refused with an operator or a value that the field cannot have, and for a field that is none', async () => {
    const refusal = async (condition: RuleCondition) => {
      const { status, body } = await make([condition])
      const { error, details } = body as unknown as { error: string; details?: { path: string }[] }
      return [status, error, details?.[0]?.path]
    }
    expect(await refusal(on(plan, 'contains', 'Ou'))).toEqual([400, 'ERR_VALIDATION', 'conditions.0.operator'])
    expect(await refusal(on(plan, 'is', 'Bronze'))).toEqual([400, 'ERR_VALIDATION', 'conditions.0.value'])
    expect(await refusal(on(value, 'greater', 'mil'))).toEqual([400, 'ERR_VALIDATION', 'conditions.0.value'])
    expect(await refusal(on(until, 'is', 'hoje'))).toEqual([400, 'ERR_VALIDATION', 'conditions.0.value'])
    expect(await refusal({ ...on(plan, 'is', 'Ouro'), field: ownFact(ticket.id) })).toEqual([
      ...[404, 'ERR_NO_FIELD_FOUND', undefined],
    ])
    expect(await refusal({ ...on(plan, 'is', 'Ouro'), field: 'field:x' })).toEqual([
      ...[400, 'ERR_VALIDATION', 'conditions.0.field'],
    ])
  })
})
