/**
 * Access of each function, on one page. Widen a line only together with the operation that needs
 * it.
 */
import type { FunctionName } from './function-bundles.ts'
import type { Needs } from './server-function.ts'

export const NEEDS: Record<FunctionName, Needs> = {
  account: { table: 'write', send: ['mail', 'pushes'], publish: true },
  // The whole code of the account area.
  'sign-in': { table: 'write', send: ['mail', 'pushes'], publish: true },
  company: {
    table: 'write',
    media: ['get', 'put', 'find'],
    show: true,
    send: ['jobs', 'timers', 'mail'],
    publish: true,
    pix: true,
  },
  team: { table: 'write', media: ['get', 'put'], send: ['jobs', 'timers', 'mail'], publish: true },
  channels: {
    table: 'write',
    // The forms for samples of templates' headers, which it then reads.
    media: ['get', 'put', 'find'],
    send: ['inbound', 'jobs', 'timers', 'outbound', 'pages', 'deliveries', 'ticks'],
    externalSystems: ['meta'],
    publish: true,
  },
  tickets: {
    table: 'write',
    media: ['get', 'put', 'find'],
    send: ['jobs', 'timers', 'outbound', 'pages', 'deliveries', 'machines', 'mail', 'pushes'],
    publish: true,
  },
  contacts: {
    table: 'write',
    media: ['get', 'put', 'find'],
    // A ticket that gets another contact may arm its timers.
    send: ['jobs', 'timers', 'outbound', 'pages', 'deliveries'],
    publish: true,
  },
  campaigns: {
    table: 'write',
    media: ['get', 'put', 'find'],
    send: ['jobs', 'outbound', 'pages', 'timers', 'ticks', 'deliveries'],
    publish: true,
  },
  content: { table: 'write', media: ['get', 'put', 'find', 'delete'], send: ['jobs'], publish: true },
  automation: {
    table: 'write',
    media: ['get', 'put', 'find', 'delete'],
    // The code of an agent's tools arms timers; a trial runs none of it.
    send: ['jobs', 'deliveries', 'machines', 'timers'],
    externalSystems: ['openai', 'embeddings', 'dialogflow'],
    publish: true,
  },
  catalog: { table: 'write', media: ['get', 'put', 'find'], show: true, send: ['jobs'], publish: true },
  customers: { table: 'write', media: ['get'], send: ['jobs'], publish: true },
  orders: {
    table: 'write',
    // Copies of products' pictures.
    media: ['get', 'put'],
    seeShown: true,
    send: ['jobs', 'timers', 'outbound', 'pages', 'deliveries'],
    publish: true,
  },
  reports: { table: 'write', media: ['get'], send: ['jobs'], publish: true },
  // The operations of several areas, for machines.
  v1: {
    table: 'write',
    media: ['get', 'put', 'find'],
    show: true,
    send: ['jobs', 'timers', 'outbound', 'pages', 'deliveries', 'machines', 'pushes'],
    publish: true,
  },
  realtime: { table: 'write', send: ['timers', 'outbound', 'pages'], publish: true },
  'api-token-authorizer': { table: 'read' },
  inbound: {
    table: 'write',
    // Deletes what a blocked contact sent.
    media: ['get', 'put', 'delete'],
    send: ['jobs', 'timers', 'outbound', 'pages', 'ticks', 'machines', 'deliveries', 'pushes'],
    externalSystems: ['meta'],
    publish: true,
  },
  jobs: {
    table: 'write',
    media: ['get', 'put', 'delete', 'parts', 'find'],
    // A deleted company is removed from everywhere.
    scan: true,
    conceal: true,
    seeShown: true,
    send: ['jobs', 'timers', 'outbound', 'pages', 'deliveries', 'mail'],
    externalSystems: ['meta', 'embeddings'],
    publish: true,
  },
  timers: {
    table: 'write',
    media: ['get'],
    send: ['jobs', 'timers', 'outbound', 'pages', 'mail', 'ticks', 'machines', 'deliveries', 'pushes'],
    publish: true,
    pix: true,
  },
  mail: { table: 'write' },
  ticks: {
    table: 'write',
    media: ['get'],
    send: ['timers', 'outbound', 'pages', 'ticks', 'deliveries'],
    publish: true,
  },
  machines: {
    table: 'write',
    // The picture of a link that was edited, and copies of products' pictures.
    media: ['get', 'put', 'delete'],
    seeShown: true,
    send: ['timers', 'outbound', 'pages', 'machines', 'deliveries'],
    externalSystems: ['openai', 'embeddings', 'speech', 'dialogflow'],
    publish: true,
  },
  deliveries: { table: 'write', send: ['deliveries'], publish: true },
  pages: {
    table: 'write',
    media: ['get', 'put'],
    send: ['inbound', 'pages'],
    externalSystems: ['meta'],
    publish: true,
  },
  pushes: { table: 'write', send: ['pushes'] },
  clock: { table: 'write', send: ['timers'] },
}
