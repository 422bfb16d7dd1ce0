import { foldName } from '../fold-name.ts'

const PAID_NAMES = new Set(['pago', 'paga', 'paid', 'pagado', 'pagada', 'pedido pago', 'pagamento confirmado'])

/** Whether a status of this name means that an order is paid, unless the status says so itself. */
export const isPaidName = (name: string): boolean => PAID_NAMES.has(foldName(name))
