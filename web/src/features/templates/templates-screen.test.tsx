// @vitest-environment jsdom
import { templates } from '@balcao/shared/api/channels/templates.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { sampleConnection } from '@balcao/shared/test/sample-connection.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '#/lib/api-error.ts'
import { putUpload } from '#/lib/put-upload.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTemplate } from '#/testing/sample-template.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { TemplatesScreen } from './templates-screen.tsx'

vi.mock('#/lib/put-upload.ts', () => ({ putUpload: vi.fn() }))
const connection = sampleConnection({ provider: 'cloud', name: 'Oficial' })
const rejected = sampleTemplate({ name: 'promo', status: 'REJECTED', rejectedReason: 'PROMOTIONAL' })

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  vi.mocked(putUpload).mockReset()
  // jsdom makes no object URLs.
  URL.createObjectURL = () => 'blob:made'
  URL.revokeObjectURL = () => undefined
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
  await userEvent.click(await screen.findByRole('button', { name: 'Adicionar modelo' }))
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

const photo = new File(['pixels'], 'foto.png', { type: 'image/png' })
const takeSamples = () => {
  backend.on(templates.uploads, () => ({ status: 201, body: { key: 'uploads/k', url: '/bucket', fields: {} } }))
  backend.on(templates.sendSample, () => ({ body: { handle: '4::abc', format: 'IMAGE' } }))
}
const chooseHeader = async (label: string) =>
  userEvent.selectOptions(await screen.findByRole('combobox', { name: /^Cabeçalho/ }), label)
const choose = (file: File) => userEvent.upload(screen.getByTestId('media'), file)
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Enviar para análise' }))

it('makes a template with a picture in its header, whose sample Meta has first', async () => {
  takeSamples()
  backend.on(templates.create, () => ({ status: 201, body: sampleTemplate() }))
  await renderScreen('/templates', <TemplatesScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Adicionar modelo' }))
  await userEvent.type(await screen.findByRole('textbox', { name: /^Nome/ }), 'foto')
  await userEvent.type(screen.getByRole('textbox', { name: /^Texto/ }), 'Veja')
  await chooseHeader('Imagem')
  await submit()
  expect(await screen.findByText('Escolha um arquivo de exemplo.')).toBeTruthy()
  expect(posted()).toEqual([])
  await choose(photo)
  expect(await screen.findByText('A Meta recebeu o arquivo.')).toBeTruthy()
  expect(screen.getByRole('img', { name: 'foto.png' }).getAttribute('src')).toBe('blob:made')
  expect(posted()).toEqual([
    { fileName: 'foto.png', mimetype: 'image/png', size: photo.size },
    { whatsappId: connection.id, key: 'uploads/k', fileName: 'foto.png' },
  ])
  await submit()
  await waitFor(() => expect(posted()).toHaveLength(3))
  expect(posted()[2]).toMatchObject({
    components: [
      { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::abc'] } },
      { type: 'BODY', text: 'Veja' },
    ],
  })
})

it('says at the field why a sample was not taken, tries again, and forgets it with its kind', async () => {
  takeSamples()
  vi.mocked(putUpload).mockRejectedValueOnce(new ApiError('ERR_NETWORK', 0))
  await renderScreen('/templates', <TemplatesScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Adicionar modelo' }))
  await chooseHeader('Imagem')
  await userEvent.upload(screen.getByTestId('media'), new File(['x'], 'a.gif', { type: 'image/gif' }), {
    applyAccept: false,
  })
  expect(await screen.findByText(/a\.gif.* não é de um tipo aceito aqui/)).toBeTruthy()
  await choose(photo)
  await userEvent.click(await screen.findByRole('button', { name: 'Tentar de novo' }))
  expect(await screen.findByText('A Meta recebeu o arquivo.')).toBeTruthy()
  await chooseHeader('Vídeo')
  await submit()
  expect(await screen.findByText('Escolha um arquivo de exemplo.')).toBeTruthy()
})

it('asks for a new sample where an existing one is changed', async () => {
  takeSamples()
  const components = [
    { type: 'HEADER' as const, format: 'IMAGE' as const, example: { header_handle: ['https://a.example/x.png'] } },
    { type: 'BODY' as const, text: 'Veja' },
  ]
  backend.on(templates.list, () => ({
    body: { templates: [sampleTemplate({ components, variables: ['header'] })], hasMore: false, nextCursor: null },
  }))
  await renderScreen('/templates', <TemplatesScreen />)
  await userEvent.click(await screen.findByText('pedido_saiu'))
  expect(await screen.findByText(/pede o arquivo de exemplo de novo/)).toBeTruthy()
  await submit()
  expect(await screen.findByText('Escolha um arquivo de exemplo.')).toBeTruthy()
  expect(backend.calls.some(({ method }) => method === 'PUT')).toBe(false)
})
