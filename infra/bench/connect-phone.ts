import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Demo } from '../demo/seed-demo.ts'
import { ask } from './load.ts'
import type { Product } from './start-product.ts'

const BUSINESS = '5511900001234'
const PAIRING_MS = 120_000

/**
 * Signs in as the demo admin, adds a connection and scans its code with the simulator's handset.
 */
export async function connectPhone(product: Product, dataDir: string): Promise<{ token: string; business: string }> {
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo
  const admin = demo.users.find(({ profile }) => profile === 'admin')!
  const body = { email: admin.email, password: admin.password }
  const { token } = await ask<{ token: string }>(product.url, { method: 'POST', path: '/api/auth/login', body })
  await pairConnection(product, token, { name: 'Bancada', isDefault: true }, BUSINESS)
  return { token, business: BUSINESS }
}

/** Adds a connection and scans its code with a handset of the simulator. */
export async function pairConnection(
  { url, simUrl }: Pick<Product, 'url' | 'simUrl'>,
  token: string,
  connection: object,
  business: string,
): Promise<void> {
  const { id } = await ask<{ id: string }>(url, { method: 'POST', path: '/api/whatsapp', token, body: connection })
  const seen = () => ask<{ status: string; qrcode: string }>(url, { method: 'GET', path: `/api/whatsapp/${id}`, token })
  const end = Date.now() + PAIRING_MS
  let scanned = false
  for (;;) {
    const { status, qrcode } = await seen()
    if (status === 'CONNECTED') return
    if (!scanned && status === 'qrcode' && qrcode) {
      await ask(simUrl, { method: 'POST', path: '/sim/scan', body: { qr: qrcode, number: business, name: 'Loja' } })
      scanned = true
    }
    if (Date.now() > end) throw new Error(`the connection is ${status} after ${PAIRING_MS / 1000} s`)
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}
