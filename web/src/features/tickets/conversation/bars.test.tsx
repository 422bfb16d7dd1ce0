// @vitest-environment jsdom
import type { Provider } from '@balcao/shared/entities/whatsapp.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { Bars } from './bars.tsx'

const HOUR = 3_600_000

afterEach(cleanup)

describe('above the input', () => {
  it.each<[string, Provider, string]>([
    ['WhatsApp', 'web', 'Loja está desconectada: a mensagem sai quando ela voltar'],
    ['a page', 'graph', 'Loja está desconectada: nada sai até alguém conectá-la de novo.'],
  ])(
    'it stands what becomes of a message while %s is down, and who may goes to connect it',
    async (_, provider, text) => {
      const bars = <Bars ticket={sampleTicket()} down="Loja" can={capabilitiesOf({ provider })} window="open" />
      await renderScreen('/inbox', bars, sessionUser({ profile: 'admin' }))
      // Names are isolated by marks that nobody sees.
      const bar = (await screen.findByText(/desconectada/)).textContent
      expect(bar?.replace(/[\u2066-\u2069]/g, '')).toContain(text)
      expect(screen.getByRole('link', { name: 'Abrir conexões' }).getAttribute('href')).toBe('/connections')
      cleanup()
      await renderScreen('/inbox', bars, sessionUser({ profile: 'user' }))
      await screen.findByText(/desconectada/)
      expect(screen.queryByRole('link')).toBe(null)
    },
  )

  it.each([
    [30, /^Já se passaram 24 horas/],
    [7 * 24 - 2, /^Responda até /],
  ])('it stands %i hours after a customer of a page wrote until when one may answer', async (hours, text) => {
    const ticket = sampleTicket({ lastContactAt: new Date(Date.now() - hours * HOUR).toISOString() })
    await renderScreen(
      '/inbox',
      <Bars ticket={ticket} down={null} can={capabilitiesOf({ provider: 'graph' })} window="person" />,
    )
    expect(await screen.findByText(text)).toBeTruthy()
  })
})
