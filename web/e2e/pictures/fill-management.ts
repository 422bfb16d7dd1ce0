import { CUSTOMERS } from '../day/customers.ts'
import { type Call, type Login, signedIn } from '../support/api.ts'
import { attempt, type Scene } from './scene.ts'

const RECIPIENTS = 14
const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

/** Plans messages, campaigns and holidays, and lets colleagues talk to each other. */
export async function plan(people: Scene['people'], connections: string[], tickets: Scene['tickets']): Promise<void> {
  const { call } = await signedIn(people.admin)
  await schedule(call, tickets)
  await attempt('campaigns', () => campaign(call, connections, [...tickets.keys()]))
  await attempt('a holiday', () =>
    call('POST', '/holidays', { date: `${new Date().getFullYear()}-12-25`, name: 'Natal' }),
  )
  await attempt('a file list', () => call('POST', '/files', { name: 'Catálogo', message: 'Segue o nosso catálogo' }))
  await attempt('a chat', async () => {
    const { userId } = await signedIn(people.bruno)
    const ana = await signedIn(people.ana)
    const { id } = await ana.call('POST', '/chats', { title: 'Plantão de sábado', users: [userId] })
    for (const message of ['Bom dia, Bruno!', 'Você abre ou eu abro?'])
      await ana.call('POST', `/chats/${id}/messages`, { message })
  })
}

async function schedule(call: Call, tickets: Scene['tickets']): Promise<void> {
  for (const [i, ticketId] of [...tickets.values()].slice(0, 5).entries())
    await attempt('a schedule', async () => {
      const { contact } = await call<{ contact: { id: string } }>('GET', `/tickets/${ticketId}`)
      await call('POST', '/schedules', {
        ...{ contactId: contact.id, body: 'Bom dia, {{firstName}}! A sua encomenda já pode ser retirada.' },
        ...{ sendAt: inHours(20 + 26 * i), recurrence: i === 1 ? 'weekly' : 'none' },
      })
    })
}

/** Makes a list of customers, a draft, a planned campaign and one that starts at once. */
async function campaign(call: Call, [whatsappId]: string[], names: readonly string[]): Promise<void> {
  await attempt('the pace', () =>
    call('POST', '/campaign-settings', {
      settings: {
        messageInterval: 0,
        longerIntervalAfter: 0,
        greaterInterval: 0,
        hoursStart: '00:00',
        dailyLimit: 'off',
        hoursEnd: '00:00',
      },
    }),
  )
  const { id: contactListId } = await call('POST', '/contact-lists', { name: 'Clientes da loja' })
  for (const { name, number } of CUSTOMERS.filter(each => names.includes(each.name)).slice(0, RECIPIENTS))
    await call('POST', '/contact-list-items', { contactListId, name, number })
  const text = 'Olá {{firstName}}, o café da serra está em promoção esta semana.'
  const common = { contactListId, whatsappId, message1: text }
  await call('POST', '/campaigns', { ...common, name: 'Aniversário da loja' })
  await call('POST', '/campaigns', { ...common, name: 'Natal', scheduledAt: inHours(72) })
  await call('POST', '/campaigns', { ...common, name: 'Café em promoção', scheduledAt: inHours(0.02) })
}

/** Sets an AI agent and an integration up. */
export async function automate({ admin }: Scene['people']): Promise<void> {
  const { call } = await signedIn(admin)
  const [queue] = await call<{ id: string }[]>('GET', '/queue')
  const prompt =
    'Você atende a loja Empório Balcão. Responda sobre horários, entregas e preços; o que não souber, passe a uma pessoa.'
  await attempt('an AI agent', () =>
    call('POST', '/prompt', { name: 'Atendente da noite', prompt, apiKey: 'sk-balcao-pictures', queueId: queue!.id }),
  )
  await attempt('an integration', () =>
    call('POST', '/queueIntegration', { type: 'webhook', name: 'Planilha', urlN8N: 'https://example.com/hook' }),
  )
}

/** Makes an announcement and a help video, as the installation's operator. */
export async function announce(operator: Login): Promise<void> {
  const { call } = await signedIn(operator)
  await attempt('an announcement', () =>
    call('POST', '/announcements', {
      title: 'Novidade: modelos',
      text: 'Agora com modelos da API oficial.',
      priority: 2,
    }),
  )
  await attempt('a help video', () =>
    call('POST', '/helps', { title: 'Primeiros passos', description: 'Em cinco minutos', video: 'dQw4w9WgXcQ' }),
  )
}
