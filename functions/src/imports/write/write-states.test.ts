import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { newId } from '@balcao/shared/ids.ts'
import type {
  ImportedConnection,
  ImportedContact,
  ImportedTicket,
  ImportedUser,
  ImportRecord,
} from '@balcao/shared/rules/imports/record.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, makeCompany, type TestCompany } from '../../../test/harness.ts'
import { openOwnTable } from '../../../test/own-table.ts'
import { hasBlocked } from '../../data/company/configuration-version.ts'
import { NO_MEDIA } from '../media-folder.ts'
import { newContext } from './new-context.ts'
import { NO_PROGRESS, writeStream } from './write-stream.ts'

afterAll(await openOwnTable())

const AT = Date.parse('2026-03-01T12:00:00Z')
const source = (id: string) => ({ id, line: 1 })

const connection = (id: string, name: string): ImportedConnection => ({
  ...{ kind: 'connection', source: source(id), createdAt: AT, name, number: null, isDefault: false },
  ...{ greetingMessage: '', complationMessage: '', outOfHoursMessage: '', ratingMessage: '' },
  ...{ schedules: [], queueIds: [] },
})
const user: ImportedUser = {
  ...{ kind: 'user', source: source('1'), createdAt: AT, name: 'Helena', email: `h${newId()}@exemplo.com.br` },
  ...{ profile: 'user', queueIds: [], allTicket: false, accessHours: [] },
}
const contact = (id: string, number: string, isBlocked: boolean): ImportedContact => ({
  ...{ kind: 'contact', source: source(id), createdAt: AT, name: `Pessoa ${id}`, number, lid: null, isGroup: false },
  ...{ email: '', extraInfo: [], document: null, tagIds: [], alsoIds: [], isBlocked, updatedAt: AT },
})
const ticket = (id: string, contactId: string, snoozedUntil: number | null): ImportedTicket => ({
  ...{ kind: 'ticket', source: source(id), createdAt: AT, status: 'open', contactId, connectionId: '1' },
  ...{
    queueId: null,
    userId: '1',
    tagIds: [],
    fields: [],
    isGroup: false,
    priority: 'none',
    snoozedUntil,
    unreadMessages: 0,
  },
  ...{ updatedAt: AT, acceptedAt: AT, servedAt: AT, openedAt: null, closedAt: null, waitTime: null },
  ...{ supportTime: null, rating: null, ratedAt: null },
})

const SNOOZE = Date.now() + 7 * 86_400_000
const RECORDS: ImportRecord[] = [
  user,
  { ...connection('1', 'A'), greetingMessage: `a${'😀'.repeat(2500)}` },
  connection('2', `${'Linha da loja do centro '.repeat(3)}1`),
  connection('3', `${'Linha da loja do centro '.repeat(3)}2`),
  contact('1', '5511980007919', true),
  contact('2', '5511980007918', true),
  contact('3', '5511980007917', false),
  ticket('1', '2', SNOOZE),
  ticket('2', '3', AT),
]

let company: TestCompany
async function run() {
  const { id, name } = company.admin.user
  const recognised = { system: 'chatwoot', name: 'Chatwoot', family: 'chatwoot', hasCompanies: true } as const
  await writeStream({
    context: await newContext(
      company.id,
      newId(),
      { place: 'abcdef', recognised },
      { startedBy: { id, name }, customers: false, invite: false, media: NO_MEDIA },
    ),
    stream: RECORDS.map(record => ({ record })),
    from: NO_PROGRESS,
    isOver: () => false,
    onProgress: async () => undefined,
  })
}
beforeAll(async () => {
  company = await makeCompany()
  await run()
})

it('gives connections names that the product takes', async () => {
  const { body } = await call(whatsapp.list, { as: company.admin })
  const names = body.map(({ name }) => name).filter(name => /^(Conexão A|Linha)/.test(name))
  const cut = 'Linha da loja do centro Linha da loja do centr'
  expect(names.sort()).toEqual(['Conexão A', cut, `${cut} 2`])
  // Its greeting is cut between two characters.
  const { greetingMessage } = body.find(({ name }) => name === 'Conexão A')!
  expect(greetingMessage).toBe(`a${'😀'.repeat(1999)}`)
})

it('blocks contacts that were blocked, and counts them', async () => {
  const { body } = await call(contacts.list, { as: company.admin })
  const blocked = body.contacts.filter(({ name }) => name.startsWith('Pessoa'))
  expect(blocked.map(({ name, blocked: isBlocked }) => [name, Boolean(isBlocked)]).sort()).toEqual([
    ['Pessoa 1', true],
    ['Pessoa 2', true],
    ['Pessoa 3', false],
  ])
  expect(await hasBlocked(company.id)).toBe(true)
})

it('snoozes tickets until a time that is to come', async () => {
  const listed = async (snoozed: 'true' | 'false') => {
    const query = { status: 'open', showAll: 'true', snoozed } as const
    return (await call(tickets.list, { as: company.admin, query })).body.tickets
  }
  const [snoozed, ...others] = await listed('true')
  expect(others).toEqual([])
  expect(Date.parse(snoozed!.snoozedUntil!)).toBe(SNOOZE)
  expect((await listed('false')).map(({ contact: { name } }) => name)).toEqual(['Pessoa 3'])
})
