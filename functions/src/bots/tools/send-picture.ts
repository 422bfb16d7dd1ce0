import { AppError } from '@balcao/shared/errors.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { cloudMediaProblem } from '@balcao/shared/rules/cloud-media-limits.ts'
import type { KeptMedia } from '@balcao/shared/rules/inbound/pipeline.ts'
import { priceOf } from '@balcao/shared/rules/sales/order-totals.ts'
import { reaisText } from '@balcao/shared/rules/sales/reais-text.ts'
import { z } from 'zod'
import { pictureKey } from '../../data/catalog/picture.ts'
import { getProductStore } from '../../data/catalog/product-store.ts'
import { providerOf } from '../../data/channels/provider-of.ts'
import { getWhatsapp } from '../../data/channels/whatsapp.ts'
import { readWhole } from '../../integrations/read-whole.ts'
import { storeTicketFile } from '../../messaging/store-ticket-file.ts'
import { defineTool, type ToolContext, type ToolResult } from './tool.ts'

const TYPES: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' }

/**
 * Sends a product's picture, with its name and price of this moment under it; over a number with a
 * catalogue as the product's card (decision 0087).
 */
export const sendPicture = defineTool({
  name: 'send_picture',
  switch: 'pictures',
  needs: 'store',
  description: 'Envia ao cliente a foto de um produto, com o nome e o preço.',
  parameters: z.object({ productId: z.string().max(50).describe('O productId que search_products respondeu.') }),
  async run(context, { productId }) {
    const { companyId, store, dry } = context
    const row = await getProductStore(companyId, store!.id, productId)
    if (!row) throw new AppError('ERR_NO_PRODUCT_FOUND')
    if (!row.isActive) throw new AppError('ERR_PRODUCT_INACTIVE')
    if (!row.picture) return NO_PICTURE
    if (dry) return { answer: { ok: true } }
    const media = await copyOf(context, row.picture.detail)
    if (!media) return NO_PICTURE
    const connectionId = context.ticket.whatsapp.id
    const { mediaLimits, productCards } = capabilitiesOf({ provider: await providerOf(companyId, connectionId) })
    if (mediaLimits === 'cloud' && cloudMediaProblem(media))
      return { answer: { error: 'picture_unsupported', message: 'Este número não envia fotos deste formato.' } }
    const catalogId = productCards ? (await getWhatsapp(companyId, connectionId))?.catalogId : null
    const item = catalogId ? { item: { catalogId, retailerId: retailerIdOf(row) } } : {}
    return { answer: { ok: true }, lines: [{ text: `${row.name}\n${reaisText(priceOf(row))}`, media, ...item }] }
  },
})

/** Returns the id by which a catalogue at Meta knows a product: its code, else its id here. */
const retailerIdOf = ({ code, productId }: { code: string; productId: string }): string => code || productId

const NO_PICTURE: ToolResult = { answer: { error: 'no_picture', message: 'Este produto não tem foto.' } }

/**
 * Copies a picture to the conversation's files, which are kept and removed with it, under a name
 * that is the same at every attempt; undefined for one that is gone.
 */
async function copyOf({ companyId, ticket }: ToolContext, file: string): Promise<KeptMedia | undefined> {
  const mimetype = TYPES[file.split('.').at(-1) ?? '']
  const bytes = mimetype && (await readWhole(pictureKey(companyId, file)).catch(missing))
  if (!bytes) return undefined
  const key = await storeTicketFile({ companyId, ticketId: ticket.id }, `picture|${file}`, bytes, mimetype)
  return { kind: 'image', key, mimetype, fileName: file, size: bytes.length }
}

function missing(error: unknown): undefined {
  if (['NoSuchKey', 'AccessDenied'].includes((error as Error).name)) return undefined
  throw error
}
