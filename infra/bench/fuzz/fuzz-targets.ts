import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FuzzTarget } from './random-request.ts'

const PATHS = [
  ...[
    '/',
    '/tickets',
    '/assets/index.js',
    '/index.html',
    '/public/x/y.png',
    '/ws',
    '/setup',
    '/manifest.webmanifest',
    '/objects/x/y',
  ],
  ...['/api', '/api/', '/api//', '/api/health', '/api/auth/me', '/api/auth/login', '/api/auth/refresh_token'],
  ...[
    '/api/tickets',
    '/api/tickets?status=open',
    '/api/contacts',
    '/api/messages/send',
    '/api/messages/x',
    '/api/users',
  ],
  ...[
    '/api/settings',
    '/api/queue',
    '/api/plans/list',
    '/api/companies/cadastro',
    '/api/webhook/facebook',
    '/api/setup',
  ],
  ...['/api/pix/webhook', '/api/products', '/api/budgets', '/api/campaigns', '/api/dashboard', '/api/openapi.json'],
]

/**
 * Returns the gateways of a running product: first the origin, then those of its services, which
 * listen on loopback beside it.
 * @param dataDir its data directory, which says their ports
 */
export function fuzzTargets(url: string, dataDir: string): FuzzTarget[] {
  const ports = JSON.parse(readFileSync(join(dataDir, 'ports.json'), 'utf8')) as Record<string, number>
  const others: Record<string, string[]> = {
    management: ['/@connections/x', '/@connections/%', '/'],
    s3: ['/', '/x', '/x/y', '/?delete', '/x?uploads', '/%'],
    sqs: ['/', '/000000000000/x'],
    operations: ['/report', '/dead-letters', '/dead-letters/%/replay', '/pause'],
  }
  return [
    { port: Number(new URL(url).port), paths: PATHS },
    ...Object.entries(others).flatMap(([name, paths]) => (ports[name] ? [{ port: ports[name], paths }] : [])),
  ]
}
