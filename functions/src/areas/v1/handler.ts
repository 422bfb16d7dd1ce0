import { v1 } from '@balcao/shared/api/v1.ts'
import { WEBHOOKS } from '../../data/automation/webhook.ts'
import { CATEGORIES } from '../../data/catalog/category.ts'
import { STORES } from '../../data/catalog/store.ts'
import { PORTFOLIOS, showPortfolio } from '../../data/customers/portfolio.ts'
import { CUSTOM_FIELDS } from '../../data/fields/custom-field.ts'
import { COUPONS, showCoupon } from '../../data/orders/coupon.ts'
import { PAYMENTS, showPayment } from '../../data/orders/payment.ts'
import { STATUS_BUDGETS, showStatus } from '../../data/orders/status-budget.ts'
import { TAGS } from '../../data/tickets/tag.ts'
import { machineHandler } from '../../http/v1/machine-handler.ts'
import { listDeliveries } from '../automation/deliveries/list-deliveries.ts'
import { sendDeliveryAgain } from '../automation/deliveries/send-delivery-again.ts'
import { createWebhook } from '../automation/webhooks/create-webhook.ts'
import { testWebhook } from '../automation/webhooks/test-webhook.ts'
import { updateWebhook } from '../automation/webhooks/update-webhook.ts'
import { createCategory } from '../catalog/categories/create-category.ts'
import { createProductStore } from '../catalog/product-stores/create-product-store.ts'
import { getProductStore } from '../catalog/product-stores/get-product-store.ts'
import { listProductStores } from '../catalog/product-stores/list-product-stores.ts'
import { removeProductStore } from '../catalog/product-stores/remove-product-store.ts'
import { createProduct } from '../catalog/products/create-product.ts'
import { getProduct } from '../catalog/products/get-product.ts'
import { listProducts } from '../catalog/products/list-products.ts'
import { removeProduct } from '../catalog/products/remove-product.ts'
import { updateProduct } from '../catalog/products/update-product.ts'
import { prepareProductPicture, uploadProductMedia } from '../catalog/products/upload-product-media.ts'
import { listTemplates } from '../channels/templates/list-templates.ts'
import { getWhatsapp } from '../channels/whatsapp/get-whatsapp.ts'
import { listWhatsapps } from '../channels/whatsapp/list-whatsapps.ts'
import { createField } from '../company/fields/create-field.ts'
import { removeField } from '../company/fields/remove-field.ts'
import { updateField } from '../company/fields/update-field.ts'
import { createContact } from '../contacts/contacts/create-contact.ts'
import { getContact } from '../contacts/contacts/get-contact.ts'
import { listContactTickets } from '../contacts/contacts/list-contact-tickets.ts'
import { listContacts } from '../contacts/contacts/list-contacts.ts'
import { removeContact } from '../contacts/contacts/remove-contact.ts'
import { updateContact } from '../contacts/contacts/update-contact.ts'
import { createCustomerAddress } from '../customers/customer-addresses/create-customer-address.ts'
import { getCustomerAddress } from '../customers/customer-addresses/get-customer-address.ts'
import { listCustomerAddresses } from '../customers/customer-addresses/list-customer-addresses.ts'
import { removeCustomerAddress } from '../customers/customer-addresses/remove-customer-address.ts'
import { updateCustomerAddress } from '../customers/customer-addresses/update-customer-address.ts'
import { createCustomer } from '../customers/customers/create-customer.ts'
import { getCustomer } from '../customers/customers/get-customer.ts'
import { listCustomers } from '../customers/customers/list-customers.ts'
import { removeCustomer } from '../customers/customers/remove-customer.ts'
import { searchCustomer } from '../customers/customers/search-customer.ts'
import { updateCustomer } from '../customers/customers/update-customer.ts'
import { createBudget } from '../orders/budgets/create-budget.ts'
import { getBudget } from '../orders/budgets/get-budget.ts'
import { getBudgetPix } from '../orders/budgets/get-budget-pix.ts'
import { listBudgets } from '../orders/budgets/list-budgets.ts'
import { quoteBudget } from '../orders/budgets/quote-budget.ts'
import { removeBudget } from '../orders/budgets/remove-budget.ts'
import { sendBudget } from '../orders/budgets/send-budget.ts'
import { updateBudget } from '../orders/budgets/update-budget.ts'
import { rowOperations } from '../small-list.ts'
import { getQueue } from '../team/queue/get-queue.ts'
import { listQueues } from '../team/queue/list-queues.ts'
import { listAllUsers } from '../team/users/list-all-users.ts'
import { listMessages } from '../tickets/messages/list-messages.ts'
import { removeMessage } from '../tickets/messages/remove-message.ts'
import { searchMessages } from '../tickets/messages/search-messages.ts'
import { uploadMessage } from '../tickets/messages/upload-message.ts'
import { createTag } from '../tickets/tags/create-tag.ts'
import { removeTag } from '../tickets/tags/remove-tag.ts'
import { syncTags } from '../tickets/tags/sync-tags.ts'
import { updateTag } from '../tickets/tags/update-tag.ts'
import { createNote } from '../tickets/ticket-notes/create-note.ts'
import { listNotes } from '../tickets/ticket-notes/list-notes.ts'
import { removeNote } from '../tickets/ticket-notes/remove-note.ts'
import { createTicket } from '../tickets/tickets/create-ticket.ts'
import { getTicket } from '../tickets/tickets/get-ticket.ts'
import { listTickets } from '../tickets/tickets/list-tickets.ts'
import { changeTicket } from './change-ticket.ts'
import { getOpenapi } from './get-openapi.ts'
import { getToken } from './get-token.ts'
import { sendMessage } from './send-message.ts'
import { writeMessage } from './write-message.ts'

const tags = rowOperations(TAGS, 'tags')
const categories = rowOperations(CATEGORIES, 'categories')
const stores = rowOperations(STORES, 'stores')
const hooks = rowOperations(WEBHOOKS, 'webhooks')
const custom = rowOperations(CUSTOM_FIELDS, 'fields')

export const handler = machineHandler(v1, {
  reference: { openapi: getOpenapi, me: getToken },
  contacts: {
    list: listContacts,
    get: getContact,
    create: createContact,
    update: updateContact,
    remove: removeContact,
    tickets: listContactTickets,
  },
  tickets: { list: listTickets, get: getTicket, create: createTicket, update: changeTicket },
  notes: { list: listNotes, create: createNote, remove: removeNote },
  messages: {
    list: listMessages,
    search: searchMessages,
    create: writeMessage,
    upload: uploadMessage,
    send: sendMessage,
    remove: removeMessage,
  },
  tags: { list: tags.list, get: tags.get, create: createTag, update: updateTag, remove: removeTag, sync: syncTags },
  fields: { list: custom.list, get: custom.get, create: createField, update: updateField, remove: removeField },
  customers: {
    list: listCustomers,
    get: getCustomer,
    search: searchCustomer,
    create: createCustomer,
    update: updateCustomer,
    remove: removeCustomer,
  },
  addresses: {
    list: listCustomerAddresses,
    get: getCustomerAddress,
    create: createCustomerAddress,
    update: updateCustomerAddress,
    remove: removeCustomerAddress,
  },
  portfolios: { list: rowOperations(PORTFOLIOS, 'portfolios', showPortfolio).list },
  products: {
    list: listProducts,
    get: getProduct,
    create: createProduct,
    update: updateProduct,
    remove: removeProduct,
    uploads: prepareProductPicture,
    uploadMedia: uploadProductMedia,
  },
  prices: {
    list: listProductStores,
    get: getProductStore,
    save: createProductStore,
    remove: removeProductStore,
  },
  categories: {
    list: categories.list,
    get: categories.get,
    create: createCategory,
    update: categories.update,
    remove: categories.remove,
  },
  stores: { list: stores.list, get: stores.get },
  orders: {
    list: listBudgets,
    get: getBudget,
    pix: getBudgetPix,
    quote: quoteBudget,
    create: createBudget,
    update: updateBudget,
    remove: removeBudget,
    send: sendBudget,
  },
  orderStatuses: { list: rowOperations(STATUS_BUDGETS, 'statusBudGets', showStatus).list },
  payments: { list: rowOperations(PAYMENTS, 'payments', showPayment).list },
  coupons: { list: rowOperations(COUPONS, 'coupons', showCoupon).list },
  users: { list: listAllUsers },
  queues: { list: listQueues, get: getQueue },
  connections: { list: listWhatsapps, get: getWhatsapp },
  templates: { list: listTemplates },
  webhooks: {
    list: hooks.list,
    get: hooks.get,
    create: createWebhook,
    update: updateWebhook,
    remove: hooks.remove,
    test: testWebhook,
  },
  deliveries: { list: listDeliveries, sendAgain: sendDeliveryAgain },
})
