import { expect, it } from 'vitest'
import { makeCompany } from '../../test/harness.ts'
import { createContact, pageOfContacts } from './contacts/contact.ts'
import { indexAllNumbers } from './index-all-numbers.ts'
import { tableName } from './table/client.ts'
import { put, remove, transact } from './table/transact.ts'

it('makes a contact of before be found by every part of its number, once, however often it runs', async () => {
  const { companyId } = (await makeCompany()).admin.user
  const given = { name: 'Maria', number: '5511988887654', email: '', extraInfo: [] }
  const { id } = await createContact(companyId, given)
  const TableName = tableName()
  const keyOf = (end: string) => ({ pk: `${companyId}#search#contact#${end[0]}`, sk: `${end}#${id}` })
  // As it was kept: three ends, without a word of further ones.
  const kept = ['maria', given.number, '', JSON.stringify({ name: 'Maria', number: given.number })].join('\n')
  await transact([
    ...['1988887654', '8887654', '887654', '87654'].map(end => remove('search', { TableName, Key: keyOf(end) })),
    ...['11988887654', '988887654', '7654'].map(end => put('search', { TableName, Item: { ...keyOf(end), kept } })),
  ])
  const find = async (searchParam: string) =>
    (await pageOfContacts(companyId, { searchParam, limit: 20 })).rows.map(({ name }) => name)
  expect([await find('7654'), await find('8876')]).toEqual([['Maria'], []])
  expect([await indexAllNumbers(companyId), await indexAllNumbers(companyId)]).toEqual([1, 1])
  for (const typed of ['7654', '8876', '88887654', '5511988', '1988'])
    expect([typed, await find(typed)]).toEqual([typed, ['Maria']])
})
