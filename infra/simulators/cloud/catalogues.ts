/** Catalogues of business accounts (Commerce Manager), and the cards of their products. */
import { z } from 'zod'
import { newNumber } from '../meta/meta-state.ts'
import type { Account, BusinessNumber, Catalogue, CloudState } from './cloud-state.ts'
import { CloudError } from './errors.ts'
import { type Fields, fieldsOf, optionalTextOf, textOf } from './read-param.ts'

export const CatalogueItems = z
  .array(z.object({ retailerId: z.string().min(1).max(100), name: z.string().min(1), price: z.number().min(0) }))
  .max(1000)

/** Gives an account a catalogue of these products, or takes it away; a new one has a new id. */
export function setCatalogue(account: Account, items: z.infer<typeof CatalogueItems> | null, state: CloudState) {
  account.catalogue = items && { id: account.catalogue?.id ?? newNumber(), items }
  state.save('account', account)
  return { catalogId: account.catalogue?.id ?? null }
}

export const cataloguesNode = ({ catalogue, name }: Account) => ({
  data: catalogue ? [{ id: catalogue.id, name }] : [],
})

export const commerceNode = ({ id, isCatalogueHidden }: BusinessNumber) => ({
  data: [{ is_cart_enabled: true, is_catalog_visible: !isCatalogueHidden, id }],
})

/** Changes what a number shows of its account's catalogue. */
export function setCommerce(params: URLSearchParams, number: BusinessNumber, state: CloudState) {
  const visible = params.get('is_catalog_visible')
  if (visible !== null) number.isCatalogueHidden = visible === 'false'
  state.save('number', number)
  return { success: true }
}

/** Checks the form of a product's card. */
export function checkProductCard({ header, body, action }: Fields): void {
  if (header !== undefined)
    throw new CloudError(131009, "The parameter interactive['header'] is not allowed for type product")
  if (body !== undefined)
    optionalTextOf(fieldsOf(body, "interactive['body']").text, "interactive['body']['text']", 1024)
  const { catalog_id, product_retailer_id } = fieldsOf(action, "interactive['action']", [
    'catalog_id',
    'product_retailer_id',
  ])
  textOf(catalog_id, "action['catalog_id']", 40)
  textOf(product_retailer_id, "action['product_retailer_id']", 100)
}

/** Refuses the card of a product that the number's catalogue does not have or show. */
export function requireProduct(content: unknown, number: BusinessNumber, state: CloudState): void {
  const { type, action } = content as { type?: string; action: Record<string, string> }
  if (type !== 'product') return
  const catalogue = state.accounts.get(number.accountId)?.catalogue
  if (!catalogue || number.isCatalogueHidden || catalogue.id !== action.catalog_id)
    throw new CloudError(131009, 'Catalog is not connected to the WhatsApp Business Account, or not visible')
  if (!productIn(catalogue, action.product_retailer_id))
    throw new CloudError(131009, 'Products not found in FB Catalog')
}

const productIn = ({ items }: Catalogue, retailerId: unknown) => items.find(item => item.retailerId === retailerId)

/** Returns the product that a card shows; null for any other message. */
export function productOf(content: Record<string, unknown>, accountId: string | undefined, state: CloudState) {
  if (content.type !== 'product') return null
  const { product_retailer_id: retailerId = '' } = content.action as Record<string, string>
  const catalogue = state.accounts.get(accountId ?? '')?.catalogue
  return (catalogue && productIn(catalogue, retailerId)) ?? { retailerId, name: retailerId, price: 0 }
}
