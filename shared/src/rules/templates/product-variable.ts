import type { Variable } from '../variable-names.ts'

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
