// @vitest-environment jsdom
import { templates } from '@balcao/shared/api/channels/templates.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { sampleConnection } from '@balcao/shared/test/sample-connection.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTemplate } from '#/testing/sample-template.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { TemplatesScreen } from './templates-screen.tsx'

const connection = sampleConnection({ provider: 'cloud', name: 'Oficial' })
const rejected = sampleTemplate({ name: 'promo', status: 'REJECTED', rejectedReason: 'PROMOTIONAL' })

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  backend.on(whatsapp.list, () => ({ body: [sampleConnection(), connection] }))
  backend.on(templates.list, () => ({
    body: { templates: [sampleTemplate(), rejected], hasMore: false, nextCursor: null },
  }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})
const posted = () => backend.calls.filter(({ method }) => method === 'POST').map(({ body }) => body)

it('lists the templates of the official number with their states', async () => {
  await renderScreen('/templates', <TemplatesScreen />)
  expect(await screen.findByText('pedido_saiu')).toBeTruthy()
  expect(screen.getByText('Aprovado')).toBeTruthy()
  expect(screen.getByText('Recusado')).toBeTruthy()
  expect(screen.getAllByText(/Promocional demais/).length).toBeGreaterThan(0)
  expect(backend.calls.find(({ path }) => path === '/templates')!.query.get('whatsappId')).toBe(connection.id)
})

it('says where templates come from while there is no official number', async () => {
  backend.on(whatsapp.list, () => ({ body: [sampleConnection()] }))
  await renderScreen('/templates', <TemplatesScreen />)
  expect(await screen.findByText('Nenhuma conexão com modelos')).toBeTruthy()
})

it('makes a template with named variables and samples, once nothing is wrong', async () => {
  backend.on(templates.create, () => ({ status: 201, body: sampleTemplate() }))
  await renderScreen('/templates', <TemplatesScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Novo modelo' }))
  await userEvent.type(await screen.findByRole('textbox', { name: /^Nome/ }), 'Pedido Saiu')
  await userEvent.type(screen.getByRole('textbox', { name: /^Texto/ }), 'Oi, {{{{nome}}!')
  await userEvent.click(screen.getByRole('button', { name: 'Enviar para análise' }))
  expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0)
  expect(posted()).toEqual([])
  await userEvent.type(screen.getByRole('textbox', { name: /Exemplo de nome/ }), 'Ana')
  await userEvent.click(screen.getByRole('button', { name: 'Enviar para análise' }))
  await waitFor(() => expect(posted()).toHaveLength(1))
  expect(posted()[0]).toMatchObject({
    whatsappId: connection.id,
    name: 'pedido_saiu',
    components: [
      {
        type: 'BODY',
        text: 'Oi, {{nome}}!',
        example: { body_text_named_params: [{ param_name: 'nome', example: 'Ana' }] },
      },
    ],
  })
})
