import { EXAMPLE_ID as ID } from '../api-contract/example.ts'

/** Example of each body of the public API, by the name of its call. */
export const EXAMPLE_BODIES: Readonly<Record<string, object>> = {
  'contacts.create': {
    name: 'Maria Silva',
    number: '5511987654321',
    email: 'maria@example.com',
    extraInfo: [{ name: 'Tamanho', value: 'M' }],
  },
  'contacts.update': { name: 'Maria Souza' },
  'tickets.create': { contactId: ID, queueId: ID },
  'tickets.update': { status: 'closed', sendFarewell: true },
  'notes.create': { note: 'Prefere entrega à tarde.', ticketId: ID, contactId: ID },
  'messages.create': { body: 'Seu pedido saiu para entrega.' },
  'messages.upload': { fileName: 'nota-fiscal.pdf', mimetype: 'application/pdf', size: 120_000 },
  'messages.send': { number: '5511987654321', body: 'Seu pedido saiu para entrega.' },
  'tags.create': { name: 'VIP', color: '#2ECC71' },
  'tags.update': { color: '#E74C3C' },
  'tags.sync': { ticketId: ID, tags: [ID] },
  'fields.create': { name: 'Tamanho', on: 'contact', type: 'choice', choices: ['P', 'M', 'G'] },
  'fields.update': { choices: ['P', 'M', 'G', 'GG'] },
  'customers.create': {
    document: '529.982.247-25',
    fullName: 'Maria Silva',
    email: 'maria@example.com',
    portfolioId: ID,
  },
  'customers.update': { email: 'maria.silva@example.com' },
  'addresses.create': {
    customerId: ID,
    name: 'Casa',
    zipCode: '01310-100',
    address: 'Avenida Paulista',
    number: '1000',
    neighborhood: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
  },
  'addresses.update': { number: '1001' },
  'products.create': { name: 'Camiseta azul', code: 'CAM-01', ean: '7891234567895', categoryId: ID },
  'products.update': { description: 'Camiseta de algodão' },
  'products.uploads': { fileName: 'camiseta.png', mimetype: 'image/png', size: 5_000_000 },
  'products.uploadMedia': {},
  'prices.save': { productId: ID, storeId: ID, stock: 10, costPrice: 25, sellingPrice: 59.9, promotionPrice: 0 },
  'categories.create': { name: 'Camisetas', code: 'CAM' },
  'categories.update': { color: '#3498DB' },
  'orders.quote': { storeId: ID, itens: [{ productId: ID, amount: 2 }], typeDelivery: 'retirada' },
  'orders.create': {
    storeId: ID,
    customerId: ID,
    itens: [{ productId: ID, amount: 2 }],
    typeDelivery: 'retirada',
    payments: [{ method: ID, value: 119.8 }],
  },
  'orders.update': { statusBudGetId: ID },
  'orders.send': { text: true, pix: true },
  'webhooks.create': {
    name: 'Loja virtual',
    url: 'https://loja.example.com/avisos',
    events: ['message.received', 'order.created'],
  },
  'webhooks.update': { active: false },
}

/** Example of each query that a call needs, or is seldom made without. */
export const EXAMPLE_QUERIES: Readonly<Record<string, Record<string, string>>> = {
  'deliveries.list': { targetId: ID },
  'messages.search': { searchParam: 'entrega' },
  'notes.list': { ticketId: ID },
  'templates.list': { whatsappId: ID },
}
