/** What each function may touch, on one page. Widen a line only together with the operation that asks for it. */
import type { FunctionName } from './function-bundles.ts'
import type { Needs } from './server-function.ts'

export const NEEDS: Record<FunctionName, Needs> = {
  account: { table: 'write', send: ['mail'], publish: true },
  // The account area's code, whole.
  'sign-in': { table: 'write', send: ['mail'], publish: true },
  company: { table: 'write', media: ['get'], send: ['jobs'], publish: true },
  team: { table: 'write', media: ['get', 'put'], send: ['jobs', 'mail'], publish: true },
  channels: { table: 'write', send: ['jobs', 'outbound'], publish: true },
  tickets: {
    table: 'write',
    media: ['get', 'put', 'find'],
    send: ['jobs', 'timers', 'outbound', 'deliveries'],
    publish: true,
  },
  contacts: { table: 'write', media: ['get', 'put'], send: ['jobs', 'outbound', 'deliveries'], publish: true },
  campaigns: { table: 'write', media: ['get', 'put'], send: ['jobs', 'timers', 'ticks'], publish: true },
  content: { table: 'write', media: ['get', 'put', 'find', 'delete'], send: ['jobs'], publish: true },
  automation: { table: 'write', media: ['get'], send: ['deliveries'], publish: true },
  catalog: { table: 'write', media: ['get'], show: true, send: ['jobs'], publish: true },
  customers: { table: 'write', media: ['get'], send: ['jobs'], publish: true },
  orders: { table: 'write', media: ['get'], send: ['outbound', 'deliveries'], publish: true },
  reports: { table: 'write', media: ['get'], send: ['jobs'], publish: true },
  realtime: { table: 'write', send: ['outbound'], publish: true },
  'api-token-authorizer': { table: 'read' },
  inbound: {
    table: 'write',
    media: ['get'],
    send: ['jobs', 'timers', 'outbound', 'ticks', 'machines', 'deliveries'],
    publish: true,
  },
  jobs: {
    table: 'write',
    media: ['get', 'put', 'delete'],
    send: ['jobs', 'timers', 'outbound', 'deliveries'],
    publish: true,
  },
  timers: {
    table: 'write',
    media: ['get'],
    send: ['jobs', 'timers', 'outbound', 'mail', 'ticks', 'machines', 'deliveries'],
    publish: true,
  },
  mail: { table: 'write' },
  ticks: { table: 'write', media: ['get'], send: ['timers', 'outbound', 'ticks', 'deliveries'], publish: true },
  machines: { table: 'write', media: ['get'], send: ['outbound', 'machines', 'deliveries'], publish: true },
  deliveries: { table: 'write', send: ['deliveries'], publish: true },
  pages: { table: 'write' },
  clock: { table: 'write', send: ['timers'] },
}
