// @vitest-environment jsdom
import type { Message } from '@balcao/shared/entities/message.ts'
import { sampleMessage } from '@balcao/shared/test/sample-message.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { MessageBubble } from './message-bubble.tsx'
import type { MessageHandlers } from './message-handlers.ts'

afterEach(cleanup)

async function show(message: Message) {
  await loadTexts('tickets')
  const handlers = { onRetry: () => undefined } as unknown as MessageHandlers
  const given = {
    joined: false,
    group: false,
    peer: 'Maria',
    readOnly: true,
    userId: 'x',
    highlighted: false,
    down: null,
  }
  return renderScreen('/x', <MessageBubble message={message} handlers={handlers} {...given} />)
}

const template: Message['template'] = {
  name: 'pedido_saiu',
  language: 'pt_BR',
  header: 'Pedido 1001',
  footer: 'Loja da Ana',
  buttons: [
    { type: 'QUICK_REPLY', text: 'Obrigado' },
    { type: 'URL', text: 'Ver pedido', value: 'https://loja.example/p/1001' },
  ],
}

it('shows a template’s header, footer and buttons around its text', async () => {
  await show(sampleMessage({ fromMe: true, body: 'Olá, Ana!', template }))
  for (const text of ['Pedido 1001', 'Olá, Ana!', 'Loja da Ana', 'Obrigado', 'Ver pedido'])
    expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByTitle('https://loja.example/p/1001')).toBeTruthy()
})

it('links the file of a header, and nothing that is no address', async () => {
  await show(sampleMessage({ fromMe: true, template: { ...template!, header: 'https://loja.example/nota.pdf' } }))
  expect((await screen.findByRole('link', { name: 'nota.pdf' })).getAttribute('href')).toBe(
    'https://loja.example/nota.pdf',
  )
  cleanup()
  await show(sampleMessage({ fromMe: true, template: { ...template!, header: 'javascript:alert(1)' } }))
  expect(await screen.findByText('javascript:alert(1)')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

it('shows choices as buttons, and as a list with its rows', async () => {
  const items = [
    { id: '1', title: 'Vendas' },
    { id: '2', title: 'Suporte', description: 'Das 8 às 18' },
  ]
  await show(sampleMessage({ fromMe: true, body: 'Escolha', choices: { style: 'button', button: '', items } }))
  expect(await screen.findByText('Vendas')).toBeTruthy()
  cleanup()
  await show(sampleMessage({ fromMe: true, body: 'Escolha', choices: { style: 'list', button: 'Ver opções', items } }))
  for (const text of ['Ver opções', 'Suporte', 'Das 8 às 18']) expect(await screen.findByText(text)).toBeTruthy()
})

it('shows nothing around a deleted message', async () => {
  await show(sampleMessage({ fromMe: true, isDeleted: true, template }))
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(screen.queryByText('Pedido 1001')).toBeNull()
  expect(screen.queryByText('Obrigado')).toBeNull()
})
