// @vitest-environment jsdom
import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { CampaignTest } from './campaign-test.tsx'

const CONNECTION = newId()
const CAMPAIGN = newId()
const user = sessionUser({ profile: 'admin' })
const STORED = { path: '/files/a.png', name: 'a.png', type: 'image' as const }

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  localStorage.clear()
  backend = await startBackend()
  backend.on(campaigns.test, () => ({ status: 202, body: { id: newId(), ticketId: newId(), ack: 0 } }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const show = (props: Partial<Parameters<typeof CampaignTest>[0]> = {}) =>
  renderScreen(
    '/campaigns',
    <CampaignTest
      whatsappId={CONNECTION}
      content={{ message: 'Olá, {{firstName}}' }}
      media={null}
      campaignId={undefined}
      {...props}
    />,
    user,
  )
const number = () => screen.findByLabelText<HTMLInputElement>('Seu número')
const sent = () => backend.calls.filter(({ path }) => path === '/campaigns/test').map(({ body }) => body)

describe('a test message of a campaign', () => {
  it('goes to the number that is asked once and remembered', async () => {
    await show()
    await userEvent.type(await number(), '11987654321{Enter}')
    await waitFor(() => expect(localStorage).toHaveLength(1))
    expect(sent()).toEqual([{ number: '5511987654321', whatsappId: CONNECTION, message: 'Olá, {{firstName}}' }])
    cleanup()
    await show()
    expect((await number()).value).toBe('(11) 98765-4321')
  })

  it('takes a new file along, or names the campaign that has one', async () => {
    await show({ media: STORED, campaignId: CAMPAIGN })
    await userEvent.type(await number(), '11987654321{Enter}')
    await waitFor(() => expect(sent()).toMatchObject([{ campaignId: CAMPAIGN }]))
    await waitFor(() => expect(localStorage).toHaveLength(1))
    cleanup()
    await show({ media: new File(['a'], 'b.png', { type: 'image/png' }), campaignId: CAMPAIGN })
    await userEvent.click(await screen.findByRole('button', { name: 'Enviar teste' }))
    await waitFor(() => expect(JSON.stringify(sent()[1])).toContain('b.png'))
  })

  it('says at the field what is wrong with the number, and why it cannot be sent yet', async () => {
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Enviar teste' }))
    expect(await screen.findByText('Obrigatório')).toBeTruthy()
    await userEvent.type(await number(), '119')
    expect(await screen.findByText('No mínimo 8 caracteres')).toBeTruthy()
    backend.on(campaigns.test, () => ({ status: 422, body: { error: 'ERR_WAPP_INVALID_CONTACT' } }))
    await userEvent.type(await number(), '87654321{Enter}')
    expect((await screen.findByRole('alert')).textContent).toMatch(/WhatsApp/)
    cleanup()
    await show({ whatsappId: null })
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Enviar teste' })).disabled).toBe(true)
    expect(screen.getByText('Falta escolher a conexão.')).toBeTruthy()
  })
})
