import { expect, it } from 'vitest'
import { makeCompany, makeWhatsapp } from '../../../test/harness.ts'
import { listConnected, setConnectionState } from './whatsapp.ts'

it('a connection that comes up is seen at once where it was written, and one that goes down everywhere', async () => {
  const { id: companyId } = await makeCompany()
  const { id } = await makeWhatsapp(companyId, { isDefault: true, status: 'DISCONNECTED' })
  const connected = async () => (await listConnected(companyId)).map(row => row.id)
  const report = (status: 'CONNECTED' | 'DISCONNECTED', fence: number) =>
    setConnectionState(companyId, id, { status, qrcode: '', retries: 0 }, fence)
  expect(await connected()).toEqual([])
  await report('CONNECTED', 1)
  expect(await connected()).toEqual([id])
  await report('DISCONNECTED', 2)
  expect(await connected()).toEqual([])
})
