// @vitest-environment jsdom
import type { Referral as Given } from '@balcao/shared/entities/ticket.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { Referral } from './referral.tsx'

const ad: Given = {
  sourceType: 'ad',
  sourceId: '120',
  sourceUrl: 'https://fb.me/3cr4Wqqkv',
  headline: 'Bolo no pote',
  body: 'Peça pelo WhatsApp',
  at: '2026-03-10T12:00:00.000Z',
}
const show = async (changes: Partial<Given> = {}) => {
  await renderScreen('/inbox', <Referral referral={{ ...ad, ...changes }} />)
  await loadTexts('ticketDetails')
}

afterEach(cleanup)

it('shows the advertisement, and opens it without telling where from', async () => {
  await show()
  expect(await screen.findByText('Bolo no pote')).toBeTruthy()
  expect(screen.getByText('Peça pelo WhatsApp')).toBeTruthy()
  const link = await screen.findByRole('link', { name: 'Ver o anúncio' })
  expect([link.getAttribute('href'), link.getAttribute('rel'), link.getAttribute('target')]).toEqual([
    'https://fb.me/3cr4Wqqkv',
    'noopener noreferrer',
    '_blank',
  ])
})

it.each(['javascript:alert(1)', 'data:text/html,x', 'nowhere', ''])('opens no %j', async sourceUrl => {
  await show({ sourceUrl, sourceType: 'other' })
  expect(await screen.findByText('Bolo no pote')).toBeTruthy()
  expect(screen.queryByRole('link')).toBe(null)
})
