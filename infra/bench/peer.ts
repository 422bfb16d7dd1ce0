import type { KindName } from './kinds.ts'
import type { Figures } from './load.ts'
import type { Clients } from './measure-load.ts'

type Peer = Partial<Pick<Figures, 'rate' | 'p50' | 'p95' | 'p99'>>

/** The peer's figures, by tickets and clients. */
type PeerFigures = { 10000: Partial<Record<1 | 8 | 32, Peer>>; 100000: Partial<Record<1 | 8 | 32, Peer>> }

const at = (rate: number, p50?: number, p95?: number, p99?: number): Peer => ({
  rate,
  ...(p50 === undefined ? {} : { p50 }),
  ...(p95 === undefined ? {} : { p95 }),
  ...(p99 === undefined ? {} : { p99 }),
})

/**
 * The nearest open-source peer (ticketz v1.0.130, PostgreSQL 15, Redis 7) with the same data on 2
 * quiet cores (AMD EPYC) for everything, its WhatsApp answering at once: medians of three runs.
 */
const PEER = {
  login: {
    10000: { 1: at(47, 20, 27, 39), 8: at(57, 139, 176, 201), 32: at(59, 513, 1070, 2197) },
    100000: { 8: at(57) },
  },
  openAgent: {
    10000: { 1: at(109, 8, 13, 37), 8: at(169, 45, 75, 100), 32: at(179, 168, 226, 417) },
    100000: { 8: at(161) },
  },
  pendingAgent: {
    10000: { 1: at(131, 6.8, 9.8, 41), 8: at(180, 42, 70, 95), 32: at(152, 194, 288, 561) },
    100000: { 8: at(177) },
  },
  openAdmin: {
    10000: { 1: at(147, 6.2, 8.6, 25), 8: at(184, 41, 68, 93), 32: at(183, 169, 222, 447) },
    100000: {},
  },
  openFew: { 10000: { 1: at(152, 5.9, 9.6, 21), 8: at(285, 27, 44, 61) }, 100000: { 8: at(98) } },
  searchCommon: {
    10000: { 1: at(9.3, 103, 136, 149), 8: at(10, 604, 1384, 1493), 32: at(10, 3131, 4531, 4739) },
    100000: { 8: at(1, 7100) },
  },
  searchRare: {
    10000: { 1: at(9.8, 95, 130, 166), 8: at(11.2, 539, 1314, 1320), 32: at(11.4, 2495, 3554, 3676) },
    100000: { 8: at(1.2, 6300) },
  },
  messages: {
    10000: { 1: at(97, 8.2, 13, 91), 8: at(139, 53, 97, 119), 32: at(160, 189, 299, 571) },
    100000: { 8: at(158), 32: at(160) },
  },
  contacts: {
    10000: { 1: at(82, 11, 17, 33), 8: at(117, 67, 97, 131), 32: at(117, 265, 430, 755) },
    100000: { 8: at(11.9), 32: at(12.3, 2500, 4100) },
  },
  contactsSearch: {
    10000: { 1: at(96, 8.3, 14, 55), 8: at(126, 62, 94, 117), 32: at(127, 240, 399, 869) },
    100000: { 8: at(14.1) },
  },
  contactCreate: {
    10000: { 1: at(166, 5, 9.1, 39), 8: at(262, 27, 46, 65), 32: at(230, 131, 190, 212) },
    100000: { 8: at(257) },
  },
  accept: {
    10000: { 1: at(57, 15, 29, 49), 8: at(62, 124, 163, 176), 32: at(60, 533, 595, 618) },
    100000: { 8: at(74) },
  },
  resolve: {
    10000: { 1: at(71, 13, 22, 46), 8: at(82, 96, 130, 144), 32: at(80, 390, 430, 437) },
    100000: { 8: at(99) },
  },
  // Only enqueued there; here it is stored, shown in browsers and enqueued.
  apiSend: { 10000: { 1: at(657, 1.2, 1.7, 4.6), 8: at(879, 7.4, 20, 49), 32: at(1083, 24, 57, 88) }, 100000: {} },
} as const satisfies Record<string, PeerFigures>

/** Returns the peer's figures for a kind of call, if it has one. */
export const peerOf = (name: KindName, tickets: number, clients: Clients) =>
  (PEER as Partial<Record<KindName, PeerFigures>>)[name]?.[tickets === 10_000 ? 10_000 : 100_000][clients]
