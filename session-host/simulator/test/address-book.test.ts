import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../server.ts'
import { TestClient } from './test-client.ts'

const SHOP = '5511900000001'
const ANA = '5511988887777'

let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator()
  simulator.addPhone({ number: ANA, name: 'Ana' })
  simulator.addPhone({ number: SHOP, name: 'Loja' })
})
afterAll(() => simulator.close())

it('a client gets the address book when it is linked, and what changes in it', async () => {
  const people = Array.from({ length: 1200 }, (_, i) => ({ number: `55119${80_000_000 + i}`, name: `Pessoa ${i}` }))
  simulator.phone(SHOP).setAddressBook([{ number: ANA, name: 'Ana do Sítio' }, ...people])
  // A client that checks every checksum.
  const client = await new TestClient(simulator, { appStateMacVerification: { patch: true, snapshot: true } }).link(
    SHOP,
  )
  const named = () =>
    new Map(
      [...client.events('contacts.upsert'), ...client.events('messaging-history.set').map(({ contacts }) => contacts)]
        .flat()
        .map(({ id, name }) => [id, name]),
    )
  expect(named().size).toBe(1201)
  expect(named().get(`${ANA}@s.whatsapp.net`)).toBe('Ana do Sítio')
  simulator.phone(SHOP).setAddressBook([{ number: ANA, name: 'Ana Lima' }, ...people.slice(1)])
  await client.until('contacts.upsert', contacts => contacts.find(({ name }) => name === 'Ana Lima'))
  expect(named().size).toBe(1201)
  client.end()
  expect(simulator.network.errors).toEqual([])
})
