import type { Budget, BudgetPayment } from '../../entities/budget.ts'
import { cutText, TEXT_LIMIT } from '../cut-text.ts'
import type { Language } from '../language.ts'

/** Fields of an order that its text contains. Amounts in reais. */
export type OrderTextInput = Pick<
  Budget,
  | 'number'
  | 'store'
  | 'customer'
  | 'items'
  | 'subTotal'
  | 'discount'
  | 'freight'
  | 'increase'
  | 'total'
  | 'coupons'
  | 'typeDelivery'
  | 'address'
> & { payments: Pick<BudgetPayment, 'name' | 'value' | 'installments' | 'change'>[] }

const WORDS = {
  pt: {
    order: 'Pedido nº',
    store: 'Loja',
    customer: 'Cliente',
    items: 'Itens',
    subTotal: 'Subtotal',
    discount: 'Desconto',
    freight: 'Frete',
    free: 'grátis',
    increase: 'Acréscimo',
    total: 'Total',
    payments: 'Pagamento',
    installments: (count: number) => `em ${count}x`,
    change: (received: string, change: string) => `(recebido ${received}, troco ${change})`,
    pixPart: (number: number, part: string, total: string) =>
      `Pix do pedido nº ${number}: ${part} do total de ${total}. Copie o código abaixo:`,
    entrega: 'Entrega',
    retirada: 'Retirada na loja',
    zipCode: 'CEP',
  },
  en: {
    order: 'Order no.',
    store: 'Store',
    customer: 'Customer',
    items: 'Items',
    subTotal: 'Subtotal',
    discount: 'Discount',
    freight: 'Delivery fee',
    free: 'free',
    increase: 'Surcharge',
    total: 'Total',
    payments: 'Payment',
    installments: (count: number) => `in ${count} instalments`,
    change: (received: string, change: string) => `(received ${received}, change ${change})`,
    pixPart: (number: number, part: string, total: string) =>
      `Pix of order no. ${number}: ${part} of the total of ${total}. Copy the code below:`,
    entrega: 'Delivery',
    retirada: 'Pickup at the store',
    zipCode: 'postal code',
  },
  es: {
    order: 'Pedido n.º',
    store: 'Tienda',
    customer: 'Cliente',
    items: 'Artículos',
    subTotal: 'Subtotal',
    discount: 'Descuento',
    freight: 'Envío',
    free: 'gratis',
    increase: 'Recargo',
    total: 'Total',
    payments: 'Pago',
    installments: (count: number) => `en ${count} cuotas`,
    change: (received: string, change: string) => `(recibido ${received}, vuelto ${change})`,
    pixPart: (number: number, part: string, total: string) =>
      `Pix del pedido n.º ${number}: ${part} del total de ${total}. Copie el código de abajo:`,
    entrega: 'Entrega',
    retirada: 'Retiro en la tienda',
    zipCode: 'código postal',
  },
} as const satisfies Record<Language, unknown>

/** Locales of amounts: Spanish as in Brazil's neighbours, whose amounts look like Brazil's. */
const LOCALES = { pt: 'pt-BR', en: 'en', es: 'es-AR' } as const satisfies Record<Language, string>

/**
 * Maximum length of a name before it is cut: fifty of them stay far below a message's limit, so
 * that the sums always fit.
 */
const MAX_NAME_LENGTH = 160

/**
 * Lookalikes of the characters that WhatsApp reads as the start or end of bold, italic,
 * strikethrough or code.
 */
const LOOK_ALIKES: Record<string, string> = { '*': '∗', _: 'ˍ', '~': '∼', '`': 'ˋ' }

/**
 * Returns a name in one line that WhatsApp shows as written. WhatsApp has no escape character;
 * within a word its marks have no meaning, so `REF_01` stays and can be copied.
 */
const asWritten = (name: string): string =>
  cutText(name.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]|\s+/gu, ' '), MAX_NAME_LENGTH, '…')
    .trim()
    .replace(/(?<![\p{L}\p{N}])[*_~]|[*_~](?![\p{L}\p{N}])|`/gu, mark => LOOK_ALIKES[mark]!)

function moneyIn(language: Language): (reais: number) => string {
  const currency = new Intl.NumberFormat(LOCALES[language], {
    style: 'currency',
    currency: 'BRL',
    currencyDisplay: 'narrowSymbol',
  })
  // Plain spaces replace non-breaking ones, so that text copied from the conversation is plain.
  return reais => currency.format(reais).replace(/\u00a0|\u202f/g, ' ')
}

/** Returns the line before the Pix code of an order of which only a part is paid by Pix. */
export function pixPartText(
  { number, pix, total }: Pick<Budget, 'number' | 'pix' | 'total'>,
  language: Language,
): string {
  const money = moneyIn(language)
  return WORDS[language].pixPart(number, money(pix), money(total))
}

/**
 * Returns an order as its customer reads it in the conversation: items, store, amounts, payment and
 * destination. Only headings and the total have WhatsApp's marks, and those stand in lines without
 * names.
 */
export function orderText(order: OrderTextInput, language: Language): string {
  const words = WORDS[language]
  const money = moneyIn(language)
  const coupons = order.coupons.map(({ name }) => asWritten(name)).join(', ')
  const sums = [
    `${words.subTotal}: ${money(order.subTotal)}`,
    order.discount > 0 && `${words.discount}${coupons && ` (${coupons})`}: -${money(order.discount)}`,
    order.typeDelivery === 'entrega' && `${words.freight}: ${order.freight > 0 ? money(order.freight) : words.free}`,
    order.increase > 0 && `${words.increase}: ${money(order.increase)}`,
    `*${words.total}: ${money(order.total)}*`,
  ]
  const payments = order.payments.map(({ name, value, installments, change }) =>
    [
      `• ${asWritten(name)}: ${money(value)}`,
      installments > 1 && words.installments(installments),
      change > 0 && words.change(money(value + change), money(change)),
    ]
      .filter(Boolean)
      .join(' '),
  )
  const sections = [
    [
      `*${words.order} ${order.number}*`,
      `${words.store}: ${asWritten(order.store.name)}`,
      `${words.customer}: ${asWritten(order.customer.fullName)}`,
    ],
    [
      `*${words.items}*`,
      ...order.items.map(
        ({ amount, name, price, total }) => `• ${amount} × ${asWritten(name)}: ${money(price)} = ${money(total)}`,
      ),
    ],
    sums,
    payments.length > 0 ? [`*${words.payments}*`, ...payments] : [],
    [`*${words[order.typeDelivery]}*`, order.address && `• ${placeText(order.address, words.zipCode)}`],
  ]
  const text = sections.map(lines => lines.filter(Boolean).join('\n')).filter(Boolean)
  return cutText(text.join('\n\n'), TEXT_LIMIT)
}

/** Returns an address in one line: `Rua Augusta, 12, ap 3, Centro, São Paulo/SP, CEP 01310-100`. */
function placeText(place: NonNullable<OrderTextInput['address']>, zipCode: string): string {
  const { address, number, complement, neighborhood, city, state, zipCode: digits } = place
  const zip = digits && `${zipCode} ${digits.replace(/^(\d{5})(\d{3})$/, '$1-$2')}`
  return [address, number, complement, neighborhood, [city, state].filter(Boolean).join('/'), zip]
    .map(asWritten)
    .filter(Boolean)
    .join(', ')
}
