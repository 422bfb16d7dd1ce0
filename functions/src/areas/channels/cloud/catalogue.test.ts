/** Catalogue of a cloud number: what Meta says about it, and what people choose. */
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { whatsappsession } from '@balcao/shared/api/channels/whatsappsession.ts'
import { newId } from '@balcao/shared/ids.ts'
import { expect, it } from 'vitest'
import { useCloud } from '../../../../test/cloud-fixture.ts'
import { call, makeCompany, makeWhatsapp } from '../../../../test/harness.ts'

const { sim } = await useCloud()

type Given = { phoneNumberId: string; businessAccountId: string; accessToken: string }
let phones = 5_531_900_000_000 + Math.floor(Math.random() * 8e8)
const makeNumber = () => sim<Given>('POST', '/numbers', { phone: String(phones++), name: 'Loja' })
const giveCatalogue = async ({ businessAccountId }: Given) =>
  (
    await sim<{ catalogId: string }>('POST', `/accounts/${businessAccountId}`, {
      catalogue: [{ retailerId: '1', name: 'Bolo', price: 10 }],
    })
  ).catalogId
const hide = ({ phoneNumberId, accessToken }: Given, isHidden: boolean) =>
  fetch(
    `${process.env.META_GRAPH_URL}/${phoneNumberId}/whatsapp_commerce_settings?is_catalog_visible=${String(!isHidden)}`,
    { method: 'POST', headers: { authorization: `Bearer ${accessToken}` } },
  )

/** A company with a connected number, and how its connection is asked, changed and shown. */
async function connect(given: Given) {
  const { admin: as } = await makeCompany()
  const { body, error } = await call(whatsapp.create, {
    as,
    body: { name: newId(), provider: 'cloud', ...given } as never,
  })
  expect(error).toBeUndefined()
  const params = { id: body.id }
  return {
    created: body,
    update: (changes: object) => call(whatsapp.update, { as, params, body: changes }),
    async ask() {
      expect((await call(whatsappsession.start, { as, params })).status).toBeLessThan(300)
      return (await call(whatsapp.get, { as, params })).body.catalogId
    },
  }
}

it('is what Meta says each time the number is asked', async () => {
  const number = await makeNumber()
  const { created, ask } = await connect(number)
  expect(created.catalogId ?? null).toBeNull()
  const catalogId = await giveCatalogue(number)
  expect(await ask()).toBe(catalogId)
  await hide(number, true)
  expect(await ask()).toBeNull()
  await hide(number, false)
  // A token that may not read catalogues says nothing about it.
  await sim('POST', '/faults', { kind: 'fail', code: 10, call: 'product_catalogs', count: 2 })
  expect(await ask()).toBeNull()
  expect(await ask()).toBeNull()
  expect(await ask()).toBe(catalogId)
})

it('is known from the start, and stays what a person chose', async () => {
  const number = await makeNumber()
  const catalogId = await giveCatalogue(number)
  const { created, update, ask } = await connect(number)
  expect(created.catalogId).toBe(catalogId)
  // A form that leaves it as it is chooses nothing.
  expect((await update({ catalogId, name: newId() })).body.catalogId).toBe(catalogId)
  await hide(number, true)
  expect(await ask()).toBeNull()
  await hide(number, false)
  const changed = await update({ catalogId: '4711' })
  expect(changed.body.catalogId).toBe('4711')
  expect(JSON.stringify(changed.raw)).not.toContain('isCatalogChosen')
  expect(await ask()).toBe('4711')
  expect((await update({ catalogId: null })).body.catalogId).toBeNull()
  expect(await ask()).toBeNull()
  expect((await update({ catalogId: 'x' })).status).toBe(400)
})

it('is refused where nothing can be sent as a card', async () => {
  const { id, admin: as } = await makeCompany()
  const linked = await makeWhatsapp(id)
  const refused = await call(whatsapp.update, { as, params: { id: linked.id }, body: { catalogId: '4711' } })
  expect(refused.error).toBe('ERR_CHANNEL_UNSUPPORTED')
})
