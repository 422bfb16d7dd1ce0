import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { ADDRESS_BOOK_PREFIX, addressBookRow, unpackEntries } from '@balcao/shared/events/address-book.ts'
import { keys } from '@balcao/shared/table.ts'
import { afterAll, beforeAll, it } from 'vitest'
import type { Host } from '../src/host.ts'
import { createWorld, until, type World } from './harness.ts'

const SHOP = '5511900000001'
const ANA = '5511988887777'
const BIA = '5511977776666'

let world: World
let second: Host
let ids: { companyId: string; connectionId: string }

beforeAll(async () => {
  world = await createWorld()
  world.simulator.addPhone({ number: SHOP, name: 'Loja' })
  world.simulator.phone(SHOP).setAddressBook([{ number: ANA, name: 'Ana do Sítio' }])
})
afterAll(() => world.close())

/** Returns the names in the table, by number. */
async function kept(): Promise<Record<string, string>> {
  const { pk, skPrefix } = keys.auth(ids.companyId, ids.connectionId)
  const { Items = [] } = await world.clients.table.send(
    new QueryCommand({
      TableName: world.names.table,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': pk, ':prefix': skPrefix + ADDRESS_BOOK_PREFIX },
    }),
  )
  const entries = Items.flatMap(({ value }) => unpackEntries(value as Uint8Array))
  return Object.fromEntries(entries.map(({ number, name }) => [number, name]))
}

const keeps = (book: Record<string, string>) =>
  until(
    async () =>
      JSON.stringify(Object.entries(await kept()).toSorted()) === JSON.stringify(Object.entries(book).toSorted()),
  )

it('is kept as it was at linking, and as it changes', async () => {
  const host = await world.host()
  ids = await world.pair(SHOP)
  await keeps({ [ANA]: 'Ana do Sítio' })
  const book = world.simulator.phone(SHOP)
  book.setAddressBook([...book.addressBook(), { number: BIA, name: 'Bia' }])
  await keeps({ [ANA]: 'Ana do Sítio', [BIA]: 'Bia' })
  book.setAddressBook([
    { number: ANA, name: 'Ana Lima' },
    { number: BIA, name: 'Bia' },
  ])
  await keeps({ [ANA]: 'Ana Lima', [BIA]: 'Bia' })
  // What changes while no host is there is heard by the next one.
  await host.close()
  book.setAddressBook([
    { number: ANA, name: 'Ana Souza' },
    { number: BIA, name: 'Bia' },
  ])
  second = await world.host()
  await keeps({ [ANA]: 'Ana Souza', [BIA]: 'Bia' })
}, 60_000)

it('that could not be stored is fetched anew when the connection opens next', async () => {
  await second.close()
  const { pk, skPrefix } = keys.auth(ids.companyId, ids.connectionId)
  const remove = (name: string) =>
    world.clients.table.send(new DeleteCommand({ TableName: world.names.table, Key: { pk, sk: skPrefix + name } }))
  for (const number of [ANA, BIA]) await remove(addressBookRow(number))
  // As a host leaves it that dies before the rows are written.
  await remove('meta')
  await world.host()
  await world.command({ ...ids, type: 'session', action: 'start', at: Date.now() })
  await keeps({ [ANA]: 'Ana Souza', [BIA]: 'Bia' })
}, 60_000)
