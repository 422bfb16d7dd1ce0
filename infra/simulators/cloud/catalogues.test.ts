import { expect, it } from 'vitest'
import { codeOf, type Shop, useCloud } from './test/use-cloud.ts'

const { sim, graph, settled, openShop, send, says, has } = useCloud()

const ITEMS = [{ retailerId: 'BOLO-1', name: 'Bolo', price: 24.9 }]
const card = (catalogId: string, retailerId: string, more: object = {}) => ({
  type: 'interactive',
  interactive: {
    ...{ type: 'product', body: { text: 'Olha só' }, ...more },
    action: { catalog_id: catalogId, product_retailer_id: retailerId },
  },
})
const setCatalogue = async ({ businessAccountId }: Shop, catalogue: object | null) =>
  (await sim<{ catalogId: string }>('POST', `accounts/${businessAccountId}`, { catalogue })).catalogId

it('shows its catalogue, and sends the cards of its products alone', async () => {
  const shop = await openShop()
  const { businessAccountId, phoneNumberId, accessToken } = shop
  const catalogues = () => graph('GET', `${businessAccountId}/product_catalogs`, accessToken)
  expect((await catalogues()).body).toEqual({ data: [] })
  await says(shop, { text: 'Tem bolo?' })
  expect(codeOf(await send(shop, card('1', 'BOLO-1')))).toBe(131009)
  const catalogId = await setCatalogue(shop, ITEMS)
  expect((await catalogues()).body.data).toEqual([{ id: catalogId, name: 'Padaria' }])

  expect((await send(shop, card(catalogId, 'BOLO-1'))).status).toBe(200)
  expect((await send(shop, card(catalogId, 'TORTA'))).body.error).toMatchObject({
    code: 131009,
    error_data: { details: 'Products not found in FB Catalog' },
  })
  expect(codeOf(await send(shop, card(catalogId, 'BOLO-1', { header: { type: 'text', text: 'x' } })))).toBe(131009)
  const other = await openShop()
  await says(other, { text: 'oi' })
  expect(codeOf(await send(other, card(catalogId, 'BOLO-1')))).toBe(131009)

  const settings = `${phoneNumberId}/whatsapp_commerce_settings`
  expect((await graph('POST', `${settings}?is_catalog_visible=false`, accessToken)).body).toEqual({ success: true })
  expect((await graph('GET', settings, accessToken)).body.data).toMatchObject([{ is_catalog_visible: false }])
  expect(codeOf(await send(shop, card(catalogId, 'BOLO-1')))).toBe(131009)
  await settled()
  expect((await has(shop)).filter(({ fromCustomer }) => !fromCustomer)).toMatchObject([
    { type: 'interactive', text: 'Olha só', product: ITEMS[0] },
  ])
})
