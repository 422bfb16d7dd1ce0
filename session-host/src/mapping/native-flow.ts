import type { proto } from '@whiskeysockets/baileys'
import { amountOf, choices, clean, moneyText, readJson, recordOf, recordsOf, some } from './lines.ts'

/** Content of the buttons of an interactive message. */
export type FlowContent = { lines: string[]; copy: unknown[]; isPayment: boolean }

/**
 * Reads the buttons of a native flow, whose contents are JSON without a schema: choices, links,
 * coupons, orders and Pix.
 */
export function readNativeFlow(
  flow: proto.Message.InteractiveMessage.INativeFlowMessage | null | undefined,
): FlowContent {
  const content: FlowContent = { lines: [], copy: [], isPayment: false }
  for (const { name, buttonParamsJson } of some(flow?.buttons)) {
    const params = readJson(buttonParamsJson)
    if (name === 'review_and_pay' || name === 'payment_info' || name === 'review_order') readPayment(params, content)
    else readButton(params, content)
  }
  return content
}

function readButton(params: Record<string, unknown>, { lines, copy }: FlowContent): void {
  lines.push(...choices([params.display_text ?? params.flow_cta ?? params.title]))
  for (const section of recordsOf(params.sections)) {
    for (const row of recordsOf(section.rows))
      lines.push(...choices([[clean(row.title), clean(row.description)].filter(Boolean).join(': ')]))
  }
  copy.push(params.copy_code, params.url, params.phone_number, recordOf(params.link).url)
}

/**
 * Reads a payment. Amounts are integers with a divisor (`offset`); Pix is a complete code or a key.
 */
function readPayment(params: Record<string, unknown>, content: FlowContent): void {
  const { lines, copy } = content
  content.isPayment = true
  const money = (value: unknown): string => {
    const { value: amount, offset } = recordOf(value)
    return moneyText(amountOf(amount, Number(offset) > 0 ? Number(offset) : 100), params.currency)
  }
  for (const item of recordsOf(recordOf(params.order).items)) {
    const quantity = amountOf(item.quantity, 1)
    lines.push(
      ...choices([[quantity && `${quantity} ×`, clean(item.name, 300), money(item.amount)].filter(Boolean).join(' ')]),
    )
  }
  lines.push(money(params.total_amount), clean(params.note))
  if (params.reference_id) lines.push(`# ${clean(params.reference_id, 100)}`)
  for (const setting of recordsOf(params.payment_settings)) {
    const fixed = recordOf(setting.pix_static_code)
    const dynamic = recordOf(setting.pix_dynamic_code)
    const link = recordOf(setting.payment_link)
    for (const pix of [fixed, dynamic]) {
      const key = clean(pix.key, 200)
      if (key) lines.push(['Pix', clean(pix.merchant_name, 100), key].filter(Boolean).join(' · '))
      copy.push(pix.code, key)
    }
    copy.push(link.uri, recordOf(setting.boleto).digitable_line)
  }
}
