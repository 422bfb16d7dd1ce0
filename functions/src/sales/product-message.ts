import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { cloudMediaProblem } from '@balcao/shared/rules/cloud-media-limits.ts'
import type { KeptMedia } from '@balcao/shared/rules/inbound/pipeline.ts'
import { ownValue } from '@balcao/shared/rules/own-value.ts'
import { priceOf } from '@balcao/shared/rules/sales/order-totals.ts'
import { reaisText } from '@balcao/shared/rules/sales/reais-text.ts'
import { pictureKey } from '../data/catalog/picture.ts'
import type { ProductStoreRow } from '../data/catalog/product-store.ts'
import { providerOf } from '../data/channels/provider-of.ts'
import { getWhatsapp } from '../data/channels/whatsapp.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { readWhole } from '../integrations/read-whole.ts'
import { storeTicketFile } from '../messaging/store-ticket-file.ts'

const TYPES: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' }

type Place = { companyId: string; ticket: TicketRow }
type ProductPicture = {
  media: KeptMedia
  /** Item of the number's catalogue, as whose card it is sent (decision 0087). */
  item?: { catalogId: string; retailerId: string }
}

/** Returns the words of a product: its name, and its price of this moment. */
export const productText = (row: ProductStoreRow): string => `${row.name}\n${reaisText(priceOf(row))}`

/**
 * Copies a product's picture to the conversation's files, to be sent there; over a number with a
 * catalogue it is a card. A repeat stores the same file.
 * @returns `none` for a product without a picture, `unsupported` for
 * a format the number cannot send
 */
export async function productPicture(
  { companyId, ticket }: Place,
  row: ProductStoreRow,
): Promise<ProductPicture | 'none' | 'unsupported'> {
  const media = row.picture && (await copyOf({ companyId, ticket }, row.picture.detail))
  if (!media) return 'none'
  const connectionId = ticket.whatsapp.id
  const { mediaLimits, productCards } = capabilitiesOf({ provider: await providerOf(companyId, connectionId) })
  if (mediaLimits === 'cloud' && cloudMediaProblem(media)) return 'unsupported'
  const catalogId = productCards ? (await getWhatsapp(companyId, connectionId))?.catalogId : null
  return { media, ...(catalogId ? { item: { catalogId, retailerId: retailerIdOf(row) } } : {}) }
}

/** Returns the id by which a catalogue at Meta knows a product: its code, else its id here. */
const retailerIdOf = ({ code, productId }: { code: string; productId: string }): string => code || productId

/**
 * Copies a picture to the conversation's files, which are kept and removed with it, under a name
 * that is the same at every attempt; undefined for one that is gone.
 */
async function copyOf({ companyId, ticket }: Place, file: string): Promise<KeptMedia | undefined> {
  const mimetype = ownValue(TYPES, file.split('.').at(-1))
  const bytes = mimetype && (await readWhole(pictureKey(companyId, file)).catch(missing))
  if (!bytes) return undefined
  const key = await storeTicketFile({ companyId, ticketId: ticket.id }, `picture|${file}`, bytes, mimetype)
  return { kind: 'image', key, mimetype, fileName: file, size: bytes.length }
}

function missing(error: unknown): undefined {
  if (['NoSuchKey', 'AccessDenied'].includes((error as Error).name)) return undefined
  throw error
}
