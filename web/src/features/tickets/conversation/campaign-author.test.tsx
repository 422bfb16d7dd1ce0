// @vitest-environment jsdom
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { CampaignAuthor } from './campaign-author.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  await loadTexts('tickets')
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const campaign = { id: newId(), name: 'Black Friday' }
const show = (profile: 'admin' | 'user', given: typeof campaign | undefined = campaign) =>
  renderScreen('/tickets', <CampaignAuthor campaign={given} />, sessionUser({ profile }))

it('names the campaign of a message, and leads an admin to it', async () => {
  await show('admin')
  const link = await screen.findByRole('link', { name: 'Black Friday' })
  expect(link.getAttribute('href')).toContain(`/campaign/${campaign.id}/report`)
  cleanup()
  await show('user')
  await screen.findByText('Black Friday')
  expect(screen.queryByRole('link')).toBeNull()
})

it('says of an older message that it was a campaign’s', async () => {
  await renderScreen('/tickets', <CampaignAuthor campaign={undefined} />)
  await screen.findByText('Campanha')
})
