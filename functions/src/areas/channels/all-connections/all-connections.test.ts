import { allConnections } from '@balcao/shared/api/channels/all-connections.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, makeCompany, makeUser, makeWhatsapp } from '../../../../test/harness.ts'
import { openOwnTable } from '../../../../test/own-table.ts'

/** All tests' connections are many, and more are made meanwhile. */
let dropTable: () => Promise<void>
beforeAll(async () => {
  dropTable = await openOwnTable()
})
afterAll(() => dropTable())

it('shows super users the connections of all companies once each, and nothing that is said over them', async () => {
  const [one, other, none] = [await makeCompany(), await makeCompany(), await makeCompany()]
  const root = await makeUser(none.id, { super: true })
  const made = [
    await makeWhatsapp(one.id, { name: 'Loja Ágil' }),
    await makeWhatsapp(one.id, { name: 'Depósito' }),
    await makeWhatsapp(other.id, { greetingMessage: 'segredo', qrcode: '2@segredo' }),
  ]
  const found = []
  let cursor: string | undefined
  do {
    const { body } = await call(allConnections.list, { as: root, query: { limit: '2', ...(cursor ? { cursor } : {}) } })
    found.push(...body.whatsapps)
    cursor = body.nextCursor ?? undefined
  } while (cursor)
  const ids = found.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(made.map(({ id }) => id).sort())
  expect(JSON.stringify(found)).not.toContain('segredo')
  const searched = await call(allConnections.list, { as: root, query: { searchParam: one.name } })
  expect(searched.body.whatsapps.map(({ id, company }) => [id, company])).toEqual(
    made
      .slice(0, 2)
      .map(({ id }) => id)
      .sort()
      .map(id => [id, { id: one.id, name: one.name }]),
  )
  const nobody = await call(allConnections.list, { as: one.admin, query: {} })
  expect(nobody.error).toBe('ERR_NO_PERMISSION')
})
