import { describe, expect, it } from 'vitest'
import { batchOf, makeFixture } from '../../../test/pipeline-fixture.ts'
import { expectConnectionState, getWhatsapp } from '../../data/channels/whatsapp.ts'
import { handler } from './handler.ts'

describe('a connection’s state', () => {
  it('is taken from the newest lease only', async () => {
    const { companyId, connectionId } = await makeFixture()
    const state = { type: 'connection' as const, companyId, connectionId, qrcode: '', retries: 0, at: 0 }
    const deliver = (status: 'qrcode' | 'CONNECTED' | 'OPENING', fence: number) =>
      handler(batchOf([{ ...state, status, fence, qrcode: status === 'qrcode' ? 'QR' : '' }]))
    await deliver('qrcode', 5)
    expect(await getWhatsapp(companyId, connectionId)).toMatchObject({ status: 'qrcode', qrcode: 'QR' })
    await deliver('CONNECTED', 6)
    expect(await deliver('OPENING', 5)).toEqual({ batchItemFailures: [] })
    expect(await getWhatsapp(companyId, connectionId)).toMatchObject({ status: 'CONNECTED', qrcode: '' })
  })
  it('says why it is not connected, until it is or somebody tries again', async () => {
    const { companyId, connectionId } = await makeFixture()
    const base = { type: 'connection' as const, companyId, connectionId, qrcode: '', retries: 1, fence: 1, at: 0 }
    const reasonOf = async () => (await getWhatsapp(companyId, connectionId))?.disconnectReason
    const lost = { ...base, status: 'OPENING' as const, problem: 'unreachable' as const }
    await handler(batchOf([lost]))
    expect(await reasonOf()).toBe('unreachable')
    await handler(batchOf([{ ...base, status: 'CONNECTED' as const }]))
    expect(await reasonOf()).toBe(null)
    await handler(batchOf([lost]))
    await expectConnectionState(companyId, connectionId, 'OPENING')
    expect(await reasonOf()).toBe(null)
  })
  it('of a connection that is gone is no failure', async () => {
    const { companyId } = await makeFixture()
    const event = {
      type: 'connection' as const,
      companyId,
      connectionId: '01980000-0000-7000-8000-00000000dead',
      status: 'CONNECTED' as const,
      qrcode: '',
      retries: 0,
      fence: 1,
      at: 0,
    }
    expect(await handler(batchOf([event]))).toEqual({ batchItemFailures: [] })
  })
})
