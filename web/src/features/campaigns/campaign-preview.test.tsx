// @vitest-environment jsdom
import { fields } from '@balcao/shared/api/company/fields.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { CampaignPreview } from './campaign-preview.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  await loadTexts('campaigns')
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

it('knows the variables of custom fields, which the server fills', async () => {
  const plan = { id: newId(), name: 'Plano', on: 'contact', type: 'text', choices: [] }
  backend.on(fields.listAll, () => ({ body: [{ ...plan, createdAt: '', updatedAt: '' }] as never }))
  const none = { message2: '', message3: '', message4: '', message5: '' }
  const noConfirmation = Object.fromEntries([1, 2, 3, 4, 5].map(n => [`confirmationMessage${n}`, '']))
  const texts = { message1: '{{field.plano}}: {{promo}} {{field.nada}}', ...none, ...noConfirmation } as never
  await renderScreen(
    '/campaigns',
    <CampaignPreview
      texts={texts}
      confirmation={false}
      contactListId={null}
      tagListId={null}
      more={{ promo: '10 %' }}
      at={Date.now()}
      fileName={undefined}
      fileListName={undefined}
      written={{ kind: 'message', number: 1 }}
    />,
    sessionUser(),
  )
  expect(await screen.findByText('‹Plano›: 10 % {{field.nada}}')).toBeTruthy()
  expect(screen.getByText('Não será preenchido: {{field.nada}}')).toBeTruthy()
})
