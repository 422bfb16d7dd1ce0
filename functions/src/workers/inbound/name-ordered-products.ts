import type { InboundMessage } from '@balcao/shared/events/queues.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { getProducts } from '../../data/catalog/product-row.ts'
import { normalizeName } from '../../data/table/normalize.ts'
import { ownerOf } from '../../data/table/unique.ts'

/** Line of an order's text: amount, the product's id in the catalogue, price. */
const LINE = /^- (\S+)× (\S+)( \([^()]*\))?$/

/** Maximum number of products that are looked up for one order. */
const MAX_NAMED = 30
const MAX_NAME_LENGTH = 100

/**
 * Returns a customer's order of a catalogue with the names of the products that are known here by
 * their code or id (decision 0087); any other message as it is.
 */
export async function nameOrderedProducts(message: InboundMessage): Promise<InboundMessage> {
  if (!message.structured?.order) return message
  const { companyId, body } = message
  const lines = body.split('\n')
  const asked = [...new Set(lines.flatMap(line => LINE.exec(line)?.[2] ?? []))].slice(0, MAX_NAMED)
  if (asked.length === 0) return message
  const owners = await Promise.all(asked.map(code => ownerOf(companyId, 'productCode', normalizeName(code))))
  const ids = new Map(asked.map((code, place) => [code, owners[place] ?? code]))
  const products = await getProducts(companyId, [...ids.values()])
  const nameOf = (code: string) => products.get(ids.get(code) ?? '')?.name
  const named = lines.map(line => {
    const [, amount, code = '', price = ''] = LINE.exec(line) ?? []
    const name = nameOf(code)
    return name ? `- ${amount}× ${cutText(name, MAX_NAME_LENGTH)}${price}` : line
  })
  return { ...message, body: named.join('\n') }
}
