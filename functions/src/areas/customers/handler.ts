import { customersArea } from '@balcao/shared/api/index.ts'
import { PORTFOLIOS, showPortfolio } from '../../data/customers/portfolio.ts'
import { areaHandler } from '../../http/area-handler.ts'
import { rowOperations } from '../small-list.ts'
import { getCep } from './cep/get-cep.ts'
import { createCustomerAddress } from './customer-addresses/create-customer-address.ts'
import { getCustomerAddress } from './customer-addresses/get-customer-address.ts'
import { listCustomerAddresses } from './customer-addresses/list-customer-addresses.ts'
import { removeCustomerAddress } from './customer-addresses/remove-customer-address.ts'
import { updateCustomerAddress } from './customer-addresses/update-customer-address.ts'
import { createCustomer } from './customers/create-customer.ts'
import { exportCustomers } from './customers/export-customers.ts'
import { getCustomer } from './customers/get-customer.ts'
import { listCustomers, listCustomersForPicker } from './customers/list-customers.ts'
import { removeCustomer } from './customers/remove-customer.ts'
import { searchCustomer } from './customers/search-customer.ts'
import { updateCustomer } from './customers/update-customer.ts'
import { createPortfolio } from './portfolios/create-portfolio.ts'
import { removePortfolio } from './portfolios/remove-portfolio.ts'
import { updatePortfolio } from './portfolios/update-portfolio.ts'

export const handler = areaHandler(customersArea, {
  customers: {
    list: listCustomers,
    listAll: listCustomersForPicker,
    export: exportCustomers,
    get: getCustomer,
    create: createCustomer,
    update: updateCustomer,
    remove: removeCustomer,
    search: searchCustomer,
  },
  customerAddresses: {
    list: listCustomerAddresses,
    get: getCustomerAddress,
    create: createCustomerAddress,
    update: updateCustomerAddress,
    remove: removeCustomerAddress,
  },
  portfolios: {
    ...rowOperations(PORTFOLIOS, 'portfolios', showPortfolio),
    create: createPortfolio,
    update: updatePortfolio,
    remove: removePortfolio,
  },
  cep: { get: getCep },
})
