/**
 * An example of each resource of the public API, as an integrator would write it. The tests run
 * them against the product.
 */
import { type Balcao, BalcaoError, each } from './balcao.ts'

/** Ids that an example leaves for those that follow. */
type Made = Record<string, string>

export const EXAMPLES: Record<keyof Balcao, (balcao: Balcao, made: Made) => Promise<unknown>> = {
  /** Checks at the start which token is in use. */
  async reference(balcao) {
    const { name, scopes } = await balcao.reference.me()
    return `${name}: ${scopes.length} scopes`
  },

  /** Keeps a contact up to date, which may exist already. */
  async contacts(balcao, made) {
    const person = { name: 'Maria Silva', number: '5511987654321', email: 'maria@example.com' }
    try {
      made.contactId = (await balcao.contacts.create(person)).id
    } catch (error) {
      if (!(error instanceof BalcaoError) || error.code !== 'ERR_DUPLICATED_CONTACT') throw error
      const { contacts } = await balcao.contacts.list({ searchParam: person.number })
      made.contactId = contacts[0]!.id
    }
    return balcao.contacts.update({ id: made.contactId, extraInfo: [{ name: 'Tamanho', value: 'M' }] })
  },

  /** Starts a conversation that waits for an attendant. */
  async tickets(balcao, made) {
    const ticket = await balcao.tickets.create({ contactId: made.contactId! })
    made.ticketId = ticket.id
    return balcao.tickets.update({ id: ticket.id, priority: 'high' })
  },

  /** Leaves a note for whoever answers. */
  async notes(balcao, { ticketId, contactId }) {
    await balcao.notes.create({ note: 'Pedido parado na transportadora.', ticketId: ticketId!, contactId: contactId! })
    return balcao.notes.list({ ticketId: ticketId! })
  },

  /** Writes into the conversation; the order's number makes it once, whatever is repeated. */
  async messages(balcao, { ticketId }) {
    const text = { ticketId: ticketId!, body: 'Seu pedido saiu para entrega.' }
    await balcao.messages.create(text, { idempotencyKey: 'pedido-1042-saiu' })
    await balcao.messages.create(text, { idempotencyKey: 'pedido-1042-saiu' })
    return (await balcao.messages.list({ ticketId: ticketId! })).messages
  },

  /** Marks a conversation. */
  async tags(balcao, { ticketId }) {
    const tag = await balcao.tags.create({ name: 'Pedido atrasado', color: '#E74C3C' })
    return balcao.tags.sync({ ticketId: ticketId!, tags: [tag.id] })
  },

  /** Adds a field of the company's own, and fills it in. */
  async fields(balcao, { contactId }) {
    const size = await balcao.fields.create({
      name: 'Tamanho',
      on: 'contact',
      type: 'choice',
      choices: ['P', 'M', 'G'],
    })
    return balcao.contacts.update({ id: contactId!, fields: { [size.id]: 'M' } })
  },

  /** Finds the portfolio of new customers. */
  async portfolios(balcao, made) {
    const { portfolios } = await balcao.portfolios.list()
    made.portfolioId = portfolios[0]!.id
    return portfolios
  },

  /** Registers a customer, and links the contact who writes for it. */
  async customers(balcao, made) {
    const customer = await balcao.customers.create({
      document: '529.982.247-25',
      fullName: 'Maria Silva',
      email: 'maria@example.com',
      portfolioId: made.portfolioId!,
    })
    made.customerId = customer.id
    await balcao.contacts.update({ id: made.contactId!, customerId: customer.id })
    return balcao.customers.search({ document: '52998224725' })
  },

  /** Gives the customer an address. */
  async addresses(balcao, { customerId }) {
    return balcao.addresses.create({
      customerId: customerId!,
      name: 'Casa',
      zipCode: '01310-100',
      address: 'Avenida Paulista',
      number: '1000',
      neighborhood: 'Bela Vista',
      city: 'São Paulo',
      state: 'SP',
    })
  },

  /** Finds the store that sells. */
  async stores(balcao, made) {
    const { stores } = await balcao.stores.list()
    made.storeId = stores[0]!.id
    return stores
  },

  async categories(balcao, made) {
    made.categoryId = (await balcao.categories.create({ name: 'Camisetas' })).id
    return balcao.categories.get({ id: made.categoryId })
  },

  /** Brings a product from another system, and reads the whole catalogue page by page. */
  async products(balcao, made) {
    const product = await balcao.products.create({
      name: 'Camiseta azul',
      code: 'CAM-01',
      categoryId: made.categoryId!,
    })
    made.productId = product.id
    const names: string[] = []
    for await (const { name } of each(balcao.products.list, { limit: 50 })) names.push(name)
    return names
  },

  /** Sets price and stock. */
  async prices(balcao, { productId, storeId }) {
    await balcao.prices.save({
      productId: productId!,
      storeId: storeId!,
      stock: 10,
      costPrice: 25,
      sellingPrice: 59.9,
      promotionPrice: 0,
    })
    return (await balcao.prices.list({ productId: productId! })).productStores
  },

  /** Chooses how orders are paid. */
  async payments(balcao, made) {
    const { payments } = await balcao.payments.list()
    made.paymentId = payments[0]!.id
    return payments
  },

  async coupons(balcao) {
    return (await balcao.coupons.list()).coupons
  },

  /** Makes an order of the shop system's once, under its number there. */
  async orders(balcao, { storeId, customerId, productId, paymentId }) {
    const basket = {
      storeId: storeId!,
      customerId: customerId!,
      itens: [{ productId: productId!, amount: 2 }],
      typeDelivery: 'retirada' as const,
    }
    const { total } = await balcao.orders.quote(basket)
    const order = { ...basket, payments: [{ method: paymentId!, value: total }] }
    const made = await balcao.orders.create(order, { idempotencyKey: 'loja-virtual-1042' })
    const again = await balcao.orders.create(order, { idempotencyKey: 'loja-virtual-1042' })
    return made.id === again.id
  },

  /** Moves the latest order on. */
  async orderStatuses(balcao) {
    const { statusBudGets } = await balcao.orderStatuses.list()
    const { budGets } = await balcao.orders.list({ limit: 1 })
    return balcao.orders.update({ id: budGets[0]!.id, statusBudGetId: statusBudGets[0]!.id })
  },

  async users(balcao) {
    return (await balcao.users.list()).map(({ name }) => name)
  },

  async queues(balcao) {
    return (await balcao.queues.list()).map(({ name }) => name)
  },

  /** Watches over the connections. */
  async connections(balcao) {
    return (await balcao.connections.list()).filter(({ status }) => status !== 'CONNECTED')
  },

  /** Finds the approved templates of the official number, and the values that each needs. */
  async templates(balcao) {
    const official = (await balcao.connections.list()).find(({ provider }) => provider === 'cloud')
    if (!official) return []
    const { templates } = await balcao.templates.list({ whatsappId: official.id, status: 'APPROVED' })
    return templates.map(({ name, language, variables }) => ({ name, language, variables }))
  },

  /** Subscribes to events; the secret that signs them is shown once. */
  async webhooks(balcao, made) {
    const { id, secret } = await balcao.webhooks.create({
      name: 'Loja virtual',
      url: 'https://loja.example.com/avisos',
      events: ['message.received', 'order.status'],
    })
    made.webhookId = id
    return secret.length
  },

  /** Looks whether events arrived. */
  async deliveries(balcao, { webhookId }) {
    return (await balcao.deliveries.list({ targetId: webhookId! })).deliveries
  },
}
