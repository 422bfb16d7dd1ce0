// @vitest-environment jsdom
import { helps } from '@balcao/shared/api/content/helps.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { HelpsScreen } from './helps-screen.tsx'

const video = {
  id: newId(),
  title: 'Ler o código',
  description: '',
  video: 'dQw4w9WgXcQ',
  createdAt: '',
  updatedAt: '',
}

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  backend.on(helps.list, ({ query }) => {
    const records = query.get('searchParam') ? [] : [video]
    return { body: { records, hasMore: false, nextCursor: null, count: records.length } }
  })
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

it('shows guides beside videos, and finds a guide without accents', async () => {
  await renderScreen('/helps', <HelpsScreen />)
  expect(await screen.findByText('Ler o código')).toBeTruthy()
  const list = screen.getByRole('region', { name: 'Guias' })
  expect(within(list).getAllByRole('link').length).toBeGreaterThan(10)
  fireEvent.change(screen.getByLabelText('Buscar na ajuda'), { target: { value: 'PROMOCOES' } })
  const [found, ...others] = within(list).getAllByRole('link')
  expect(found?.textContent).toContain('API oficial e modelos')
  expect(others).toEqual([])
  fireEvent.change(screen.getByLabelText('Buscar na ajuda'), { target: { value: 'xyzzy' } })
  expect(await screen.findByText(/xyzzy/)).toBeTruthy()
})

it('shows the guide of the address, with its labels and its way back', async () => {
  await renderScreen('/helps', <HelpsScreen />, sessionUser(), '?guide=conectar-um-numero')
  expect(await screen.findByRole('heading', { name: 'Conectar um número' })).toBeTruthy()
  expect(screen.getByText('Ver QR code').tagName).toBe('STRONG')
  expect(screen.getByRole('link', { name: 'Todos os guias' }).getAttribute('href')).toBe('/helps')
  expect(screen.getByRole('link', { name: 'API oficial e modelos' }).getAttribute('href')).toContain(
    'guide=api-oficial-e-modelos',
  )
})
