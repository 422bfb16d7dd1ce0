// @vitest-environment jsdom
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { jobs } from '@balcao/shared/api/company/jobs.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleJob } from '#/testing/sample-job.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { PhoneImportDialog } from './phone-import-dialog.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  backend.on(jobs.list, () => ({ body: { jobs: [], hasMore: false, nextCursor: null } }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const connection = (name: string, isDefault: boolean) => ({
  id: newId(),
  name,
  isDefault,
  provider: 'web',
  number: '5511988887777',
})
const open = () => renderScreen('/contacts', <PhoneImportDialog onClose={() => undefined} />)

it('takes the address book of the chosen phone, and says what came of it', async () => {
  const [shop, depot] = [connection('Loja', true), connection('Depósito', false)]
  backend.on(whatsapp.list, () => ({ body: [depot, shop] as never }))
  const asked: unknown[] = []
  const id = newId()
  backend.on(contacts.import, call => {
    asked.push(call.body)
    if (asked.length === 1) return { status: 422, body: { error: 'ERR_WAPP_NOT_INITIALIZED' } }
    return { status: 202, body: { jobId: id } }
  })
  const counts = { rows: 6, added: 3, updated: 2, unchanged: 1, invalid: 0, duplicate: 0 }
  backend.on(jobs.get, () => ({
    body: sampleJob({ id, kind: 'phoneImport', status: 'done', done: 6, total: 6, result: { file: null, counts } }),
  }))
  await open()
  const choice = await screen.findByLabelText('Conexão')
  expect((choice as HTMLSelectElement).value).toBe(shop.id)
  const begin = screen.getByRole('button', { name: 'Importar' })
  await userEvent.click(begin)
  expect((await screen.findByRole('alert')).textContent).toContain('não foi iniciada')
  await userEvent.selectOptions(choice, depot.id)
  await userEvent.click(begin)
  expect((await screen.findByText('Novos')).nextSibling?.textContent).toBe('3')
  expect(asked).toEqual([{ whatsappId: shop.id }, { whatsappId: depot.id }])
})

it('says that there is no phone yet', async () => {
  backend.on(whatsapp.list, () => ({ body: [] }))
  await open()
  expect(await screen.findByText(/Nenhuma conexão ainda/)).toBeTruthy()
})
