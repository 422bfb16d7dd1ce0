import { z } from 'zod'
import { byName, Day, emailOf, Id, listQuery, page } from '../../api-contract/fields.ts'
import { fileFormat, selectedRows } from '../../api-contract/list-export.ts'
import { route } from '../../api-contract/route.ts'
import { rowRoutes } from '../../api-contract/row-routes.ts'
import { Document, LongName, requiredPlace } from '../../api-contract/sales-fields.ts'
import { FieldChanges, QueryFields } from '../../entities/custom-field.ts'
import { Customer, CustomerAddress, ZipPlace } from '../../entities/customer.ts'
import { fieldMessage } from '../../validation/field-message.ts'

const rights = { read: 'user', change: 'user', plan: 'useSales' } as const
const common = { access: 'user', plan: 'useSales' } as const

const rows = rowRoutes({
  ...rights,
  path: '/customers',
  one: 'a customer; its addresses go with it, its orders stay',
  audit: 'customer',
  row: Customer,
  fields: {
    document: Document,
    fullName: LongName,
    email: emailOf('customer.email'),
    birthday: Day.nullable().default(null),
    portfolioId: Id,
    customerDefault: z.boolean().default(false),
    fields: FieldChanges.default({}),
  },
  missing: 'ERR_NO_CUSTOMER_FOUND',
  refusals: ['ERR_CUSTOMER_DOCUMENT_ALREADY_EXISTS', 'ERR_NO_PORTFOLIO_FOUND', 'ERR_NO_FIELD_FOUND', 'ERR_CONFLICT'],
})

export const customers = {
  list: route({
    ...common,
    method: 'GET',
    path: '/customers',
    summary: 'Customers, by name; with `searchParam` those it finds by name or document',
    query: z.object({ ...listQuery, sort: byName, fields: QueryFields.optional() }),
    response: z.object({ customers: z.array(Customer), count: z.number().int(), ...page }),
    errors: ['ERR_INVALID_CURSOR', 'ERR_NO_FIELD_FOUND', 'ERR_FIELD_NOT_FILTERABLE'],
  }),
  /** Rows for pickers: at most 20 that match. */
  listAll: route({
    ...common,
    method: 'GET',
    path: '/customers/list',
    summary: 'A few customers for a picker',
    query: z.object({ searchParam: z.string().max(200).default('') }),
    response: z.array(Customer),
  }),
  /** Exports customers in a job. While the caller's same one is under way, it is answered. */
  export: route({
    ...common,
    access: 'supervisor',
    method: 'POST',
    path: '/customers/export',
    audit: 'customer.export',
    summary: 'Export the customers, or some of them, as CSV or for Excel, as a job',
    body: z.object({ ...fileFormat, ...selectedRows }),
    response: z.object({ jobId: Id }),
    status: 202,
  }),
  ...rows,
  remove: { ...rows.remove, access: 'admin' as const },
  search: route({
    ...common,
    method: 'GET',
    path: '/customers/search/{document}',
    summary: 'The customer of a CPF or CNPJ',
    params: z.object({ document: z.string().max(30) }),
    response: Customer,
    errors: ['ERR_NO_CUSTOMER_FOUND', 'ERR_DOCUMENT_INVALID'],
  }),
}

const address = rowRoutes({
  ...rights,
  path: '/customers/Address',
  one: 'an address of a customer',
  row: CustomerAddress,
  fields: {
    name: z.string(fieldMessage('address.name')).trim().min(1, fieldMessage('address.name')).max(50),
    ...requiredPlace,
    isActive: z.boolean().default(false),
  },
  missing: 'ERR_NO_ADDRESS_FOUND',
  refusals: [],
})

/** The specification writes both `Address` and `address`. */
const spelled = (path: string) => [{ path }]

export const customerAddresses = {
  list: route({
    ...common,
    method: 'GET',
    path: '/customers/address/all/{customerId}',
    aliases: spelled('/customers/Address/all/{customerId}'),
    summary: 'The addresses of a customer, the main one first',
    params: z.object({ customerId: Id }),
    query: z.object(listQuery),
    response: z.object({ customerAddress: z.array(CustomerAddress), ...page }),
    errors: ['ERR_NO_CUSTOMER_FOUND'],
  }),
  get: route({ ...address.get, aliases: spelled('/customers/address/{id}') }),
  /**
   * Creates an address of the given customer, which it never leaves. The first one is the main one.
   */
  create: route({
    ...address.create,
    aliases: spelled('/customers/address'),
    body: address.create.body.extend({ customerId: Id }),
    errors: [...address.create.errors, 'ERR_NO_CUSTOMER_FOUND', 'ERR_ADDRESS_LIMIT', 'ERR_CONFLICT'],
  }),
  update: route({ ...address.update, aliases: spelled('/customers/address/{id}') }),
  remove: route({ ...address.remove, aliases: spelled('/customers/address/{id}') }),
}

export const cep = {
  get: route({
    ...common,
    method: 'GET',
    path: '/cep/{zipCode}',
    summary: 'The place of a Brazilian postal code, from the public services',
    params: z.object({ zipCode: z.string().max(20) }),
    response: ZipPlace,
    errors: ['ERR_ZIP_CODE_INVALID', 'ERR_NO_ZIP_CODE_FOUND', 'ERR_ZIP_CODE_SERVICE', 'ERR_TOO_MANY_REQUESTS'],
  }),
}
