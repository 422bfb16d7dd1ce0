// @vitest-environment jsdom

import { campaignSettings } from '@balcao/shared/api/campaigns/campaign-settings.ts'
import { DEFAULT_CAMPAIGN_SETTINGS } from '@balcao/shared/entities/campaign.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '#/lib/queries.ts'
import { applyEvent } from '#/realtime/apply-event.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { startBackend } from '#/testing/start-backend.ts'
import { toRecords } from './campaign-settings-query.ts'
import { CampaignSettingsScreen } from './campaign-settings-screen.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
let settings = DEFAULT_CAMPAIGN_SETTINGS
const saved = () => backend.calls.filter(({ method }) => method === 'POST').map(({ body }) => body)

beforeEach(async () => {
  backend = await startBackend()
  settings = { ...DEFAULT_CAMPAIGN_SETTINGS, variables: [{ key: 'promo', value: '10 %' }] }
  backend.on(campaignSettings.list, () => ({ body: toRecords(settings) }))
  backend.on(campaignSettings.save, ({ body }) => {
    settings = { ...settings, ...(body as { settings: object }).settings }
    return { body: toRecords(settings) }
  })
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const open = () => renderScreen('/campaigns-config', <CampaignSettingsScreen />)
const choose = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })

describe('how campaigns are sent', () => {
  it('is changed one by one, and says what it protects from', async () => {
    await open()
    await choose('Intervalo aleatório entre mensagens', '5')
    expect(await screen.findByText('Configurações salvas')).toBeTruthy()
    await choose('Limite por dia', 'own')
    const limit = await screen.findByLabelText('Mensagens por dia')
    fireEvent.change(limit, { target: { value: '80' } })
    fireEvent.blur(limit)
    await userEvent.click(screen.getByRole('switch', { name: 'Pausar com muitas falhas' }))
    await waitFor(() =>
      expect(saved()).toEqual([
        { settings: { messageInterval: 5 } },
        { settings: { dailyLimit: 100 } },
        { settings: { dailyLimit: 80 } },
        { settings: { failurePause: 'disabled' } },
      ]),
    )
    expect(screen.getByText(/Mensagens em ritmo de máquina/)).toBeTruthy()
  })

  it('does not take a shortcut twice, nor one that could never be filled', async () => {
    await open()
    const add = async (key: string) => {
      fireEvent.change(await screen.findByLabelText('Atalho'), { target: { value: key } })
      fireEvent.change(screen.getByLabelText('Conteúdo'), { target: { value: 'x' } })
      await userEvent.click(screen.getByRole('button', { name: 'Adicionar' }))
    }
    await add('PROMO')
    expect(await screen.findByText('Este atalho já existe.')).toBeTruthy()
    await add('name')
    expect(await screen.findByText(/variável do sistema/)).toBeTruthy()
    await add('duas palavras')
    expect(await screen.findByText(/Comece com uma letra/)).toBeTruthy()
    expect(saved()).toEqual([])
    await add('{{loja}}')
    expect(await screen.findByLabelText('Conteúdo de {{loja}}')).toBeTruthy()
    expect(saved()).toEqual([{ settings: { variables: [...settings.variables] } }])
    expect(settings.variables.map(({ key }) => key)).toEqual(['promo', 'loja'])
  })

  it('goes back when it is refused, and follows what others change', async () => {
    backend.on(campaignSettings.save, () => ({ status: 400, body: { error: 'ERR_VALIDATION', details: [] } }))
    await open()
    await choose('Duração da pausa maior', '120')
    await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Duração da pausa maior').value).toBe('60'))
    settings = { ...settings, greaterInterval: 30 }
    applyEvent(queryClient, { channel: 'campaignSettings', payload: { action: 'update' } })
    await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Duração da pausa maior').value).toBe('30'))
  })
})
