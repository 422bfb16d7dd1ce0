/**
 * The clients of the billing systems against their doubles: who is found, what is told of a bill,
 * and whatever a system does wrong.
 */

import { type RunningSimulators, startSimulators } from '@balcao/infra/simulators/start-simulators.ts'
import { ERP_SYSTEMS, type ErpSystem } from '@balcao/shared/entities/erp.ts'
import { DEFAULT_SETTINGS, type Settings } from '@balcao/shared/entities/setting.ts'
import { formatDocument } from '@balcao/shared/rules/sales/document.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newCpf } from '../../../test/new-cpf.ts'
import type { CallTimeouts } from './ask.ts'
import { Reais } from './bill.ts'
import { findBills } from './find-bills.ts'
import { systemOf } from './systems.ts'

let simulators: RunningSimulators
let all: Settings
beforeAll(async () => {
  simulators = await startSimulators()
  Object.assign(process.env, simulators.env)
  const { systems } = await sim<{ systems: { settings: Partial<Settings> }[] }>('GET', '')
  all = Object.assign({ ...DEFAULT_SETTINGS }, ...systems.map(({ settings }) => settings))
})
afterAll(() => simulators.close())
beforeEach(async () => {
  for (const system of ERP_SYSTEMS) await sim('DELETE', `/${system}/faults`)
})

const sim = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const response = await fetch(`${simulators.url}/sim/erp${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true)
  return (await response.json()) as T
}
type Made = { bill: { id: number; line: string; pix: string }; settings: Record<string, string> }
const bill = (system: ErpSystem, given: object) =>
  sim<Made>('POST', `/${system}/bills`, { value: 99.9, dueDate: '2030-01-10', ...given })
const fault = (system: ErpSystem, given: object) => sim('POST', `/${system}/faults`, given)
const timeouts = (ms = 20_000): CallTimeouts => ({ until: Date.now() + ms, callMs: ms, pauseMs: 5 })
const find = (system: ErpSystem, document: string, by = timeouts()) => systemOf(system, all).find(document, by)
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    error => String(error.code),
  )

describe.each(ERP_SYSTEMS)('%s', system => {
  it('tells the open bills of a document, those that are due first, with line, Pix and PDF', async () => {
    const document = newCpf()
    const late = await bill(system, { document, value: 1234.5, dueDate: '2020-02-29' })
    await bill(system, { document, dueDate: '2030-03-01', line: false, pix: false, pdf: false })
    const next = await bill(system, { document, value: 0.01, dueDate: '2030-01-10', pdf: false })
    await bill(system, { document, dueDate: '2030-04-01' })
    await bill(system, { document, dueDate: '2019-04-01', state: 'paid' })
    await bill(system, { document: newCpf() })
    const { isKnown, bills, more } = await find(system, document)
    expect([isKnown, more]).toEqual([true, 1])
    expect(bills.map(({ dueDate, cents }) => [dueDate, cents])).toEqual([
      ['2020-02-29', 123_450],
      ['2030-01-10', 1],
      ['2030-03-01', 9990],
    ])
    expect(bills[0]).toMatchObject({ line: late.bill.line, pix: late.bill.pix, link: null })
    expect(bills[0]!.pdf!.subarray(0, 5).toString()).toBe('%PDF-')
    // Where IXC prints no bill it has no line either.
    expect(bills[1]).toMatchObject({ line: system === 'ixc' ? null : next.bill.line, pix: next.bill.pix, pdf: null })
    expect(bills[2]).toMatchObject({ line: null, pix: null, pdf: null })
  })

  it('knows who has nothing open, and who is nobody', async () => {
    const document = newCpf()
    await bill(system, { document, state: 'paid' })
    expect(await find(system, document)).toEqual({ isKnown: true, bills: [], more: 0 })
    expect(await find(system, newCpf())).toEqual({ isKnown: false, bills: [], more: 0 })
  })

  it('takes its credentials and no others', async () => {
    expect(await codeOf(systemOf(system, all).test(timeouts()))).toBe('answered')
    const wrong = { ...all, tokenixc: '16:no', clientsecretmkauth: 'no', asaas: '$aact_no' }
    expect(await codeOf(systemOf(system, wrong).test(timeouts()))).toBe('ERR_ERP_CREDENTIALS')
    expect(await codeOf(systemOf(system, wrong).find(newCpf(), timeouts()))).toBe('ERR_ERP_CREDENTIALS')
  })

  it.each([
    ['is down', { kind: 'fail', count: 2 }, 'ERR_ERP_UNREACHABLE'],
    ['asks for patience twice', { kind: 'throttle', count: 2 }, 'ERR_ERP_BUSY'],
    ['breaks off', { kind: 'drop' }, 'ERR_ERP_UNREACHABLE'],
    ['answers an error page with 200', { kind: 'page' }, 'ERR_ERP_ANSWER'],
    ['answers another shape', { kind: 'shape' }, 'ERR_ERP_ANSWER'],
    ['answers without an end', { kind: 'huge' }, 'ERR_ERP_ANSWER'],
    ['redirects, or what else is no answer', { kind: 'fail', status: 418 }, 'ERR_ERP_ANSWER'],
  ])('that %s is a code', async (_, given, code) => {
    await fault(system, given)
    expect(await codeOf(find(system, newCpf()))).toBe(code)
  })

  it('that is slow is a code within its time', async () => {
    await fault(system, { kind: 'slow', ms: 60_000 })
    const began = Date.now()
    expect(await codeOf(find(system, newCpf(), timeouts(300)))).toBe('ERR_ERP_UNREACHABLE')
    expect(Date.now() - began).toBeLessThan(20_000)
    expect(await codeOf(find(system, newCpf(), timeouts(0)))).toBe('ERR_ERP_UNREACHABLE')
  })

  it('that was busy for a moment is asked once more', async () => {
    const document = newCpf()
    await bill(system, { document })
    await fault(system, { kind: 'throttle' })
    expect((await find(system, document)).bills.length).toBe(1)
  })
})

describe('a part of a bill that fails', () => {
  it.each([
    ['ixc', 'get_pix', ['pix']],
    ['ixc', 'get_boleto', ['pdf', 'line']],
    ['mkauth', '21boleto', ['pdf']],
    ['asaas', 'identificationField', ['line']],
    ['asaas', 'pixQrCode', ['pix']],
    ['asaas', '/b/pdf', ['pdf']],
  ] as const)('leaves the rest of it: %s, %s', async (system, path, lost) => {
    const document = newCpf()
    await bill(system, { document })
    for (const kind of ['fail', 'huge', 'page']) {
      await fault(system, { kind, path, count: kind === 'fail' ? 2 : 1 })
      const { bills } = await find(system, document)
      const parts = (['line', 'pix', 'pdf'] as const).filter(part => bills[0]![part] === null)
      expect([kind, parts.sort()]).toEqual([kind, [...lost].sort()])
    }
  })

  it('is not shown when it is none', async () => {
    const document = newCpf()
    await bill('asaas', { document, line: 'no line', pix: 'no pix' })
    expect((await find('asaas', document)).bills[0]).toMatchObject({ line: null, pix: null })
  })
})

describe('an amount', () => {
  it.each([
    ['99.90', 9990],
    ['99,9', 9990],
    ['0.29', 29],
    ['100', 10_000],
    ['1.0050', 101],
    [129.9, 12_990],
    ['-1', undefined],
    ['1e3', undefined],
    ['', undefined],
    [Number.POSITIVE_INFINITY, undefined],
  ])('%s', (given, cents) => {
    expect(Reais.safeParse(given).data).toBe(cents)
  })
})

describe('several systems', () => {
  const look = (document: string) => findBills(all, document, timeouts())

  it('are asked one after the other until one has an open bill', async () => {
    const document = newCpf()
    expect(await look(document)).toEqual({ kind: 'unknown' })
    await bill('ixc', { document, state: 'paid' })
    expect(await look(document)).toEqual({ kind: 'nothing' })
    const { bill: open } = await bill('asaas', { document })
    expect(await look(document)).toMatchObject({ kind: 'found', bills: [{ line: open.line }], more: 0 })
  })

  it('of which one is away: what another has is shown, and nothing is certain without it', async () => {
    const document = newCpf()
    await fault('ixc', { kind: 'fail', count: 2 })
    expect(await look(document)).toEqual({ kind: 'down', system: 'ixc', code: 'ERR_ERP_UNREACHABLE' })
    await bill('mkauth', { document })
    await fault('ixc', { kind: 'drop' })
    expect(await look(document)).toMatchObject({ kind: 'found', more: 0 })
  })

  it('are none where no settings are complete', async () => {
    expect(await findBills({ ...DEFAULT_SETTINGS, ipixc: all.ipixc }, newCpf(), timeouts())).toEqual({ kind: 'none' })
  })
})

describe('an address', () => {
  it('that is private, or no address, is called by nobody', async () => {
    for (const ipixc of ['https://127.0.0.1:1', 'https://169.254.169.254', 'https://10.0.0.1'])
      expect(await codeOf(systemOf('ixc', { ...all, ipixc }).test(timeouts()))).toBe('ERR_ERP_ADDRESS')
    expect(await codeOf(systemOf('ixc', { ...all, ipixc: 'http://ixc.example.com' }).test(timeouts()))).toBe(
      'ERR_ERP_ADDRESS',
    )
  })
})

describe('the doubles', () => {
  it('refuse what the real ones refuse', async () => {
    const status = async (path: string, init: RequestInit = {}) =>
      (await fetch(`${simulators.url}/simulated/erp${path}`, init)).status
    expect(await status('/ixc/webservice/v1/cliente', { method: 'POST', body: '{}' })).toBe(401)
    expect(await status('/mkauth/api/')).toBe(401)
    expect(await status(`/mkauth/api/titulo/titulos/${newCpf()}`)).toBe(401)
    expect(await status('/asaas/v3/customers')).toBe(401)
    const listless = { authorization: `Basic ${btoa(all.tokenixc)}`, 'content-type': 'application/json' }
    expect(await status('/ixc/webservice/v1/cliente', { method: 'POST', body: '{}', headers: listless })).toBe(400)
  })
  it('take no document whose check digits are wrong', async () => {
    const response = await fetch(`${simulators.url}/sim/erp/ixc/bills`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ document: '529.982.247-26', value: 1, dueDate: '2030-01-01' }),
    })
    expect(response.status).toBe(400)
    const { settings } = await bill('ixc', { document: formatDocument(newCpf()) })
    expect(settings).toEqual({ ipixc: `${simulators.url}/simulated/erp/ixc`, tokenixc: all.tokenixc })
  })
})
