import { normalizeName } from '../normalize-name.ts'

const PAID_NAMES = new Set(['pago', 'paga', 'paid', 'pagado', 'pagada', 'pedido pago', 'pagamento confirmado'])

/**
 * Returns whether a status of this name means that an order is paid, unless the status itself says
 * so.
 */
export const isPaidName = (name: string): boolean => PAID_NAMES.has(normalizeName(name))
