import type { Variable } from '../variable-names.ts'
import type { ORDER_VARIABLES } from '../variables.ts'

/** Names that makers of templates give what the product knows, in the three languages. */
const NAMES: Readonly<Record<Variable, readonly string[]>> = {
  name: ['name', 'full_name', 'customer_name', 'contact_name', 'nome_completo', 'cliente', 'nome_cliente', 'contato'],
  firstName: ['first_name', 'firstname', 'nome', 'primeiro_nome', 'nombre', 'primer_nombre'],
  greeting: ['greeting', 'saudacao', 'saludo'],
  protocol: ['protocol', 'protocolo', 'ticket', 'ticket_number'],
  date: ['date', 'today', 'data', 'hoje', 'fecha', 'hoy'],
  hour: ['hour', 'time', 'hora'],
  queue: ['queue', 'fila', 'setor', 'departamento', 'department', 'cola'],
  user: ['user', 'agent', 'attendant', 'atendente', 'usuario', 'agente', 'vendedor'],
}

/** Returns the product's variable that a template's variable means by its name. */
export const productVariableOf = (name: string): Variable | undefined =>
  (Object.keys(NAMES) as Variable[]).find(variable => NAMES[variable].includes(name))

export type OrderVariable = (typeof ORDER_VARIABLES)[number]

/** Names for what an order has; the first ones are those that the editor of templates inserts. */
const ORDER_NAMES: Readonly<Record<OrderVariable, readonly string[]>> = {
  number: ['order_number', 'order_id', 'numero_pedido', 'numero_do_pedido', 'numero_del_pedido'],
  total: ['order_total', 'total_pedido', 'total_do_pedido', 'valor_do_pedido', 'total_del_pedido'],
  status: ['order_status', 'status_pedido', 'status_do_pedido', 'estado_pedido', 'estado_del_pedido'],
}

/** Returns the variable of an order that a template's variable means by its name. */
export const orderVariableOf = (name: string): OrderVariable | undefined =>
  (Object.keys(ORDER_NAMES) as OrderVariable[]).find(variable => ORDER_NAMES[variable].includes(name))
