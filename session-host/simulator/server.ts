import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocketServer } from 'ws'
import { restoreSessionOnFailure } from '../src/keys/restore-session-on-failure.ts'
import { makeApi } from './api.ts'
import { mediaCertificate } from './certificate.ts'
import type { FaultRequest } from './faults.ts'
import { startMediaServer } from './media/media-server.ts'
import { acceptSocket } from './network/accept-socket.ts'
import { addPhone, type PhoneOptions, phoneToLink } from './network/add-phone.ts'
import { createGroup, type GroupOptions } from './network/groups.ts'
import { clearFaults, injectFault } from './network/inject-fault.ts'
import { Network } from './network/network.ts'
import { pairByCode } from './pairing/pair-by-code.ts'
import { scanQr } from './pairing/scan-qr.ts'
import { Handset } from './phone/handset.ts'
import { silenceLibsignal } from './silence-libsignal.ts'
import { Store } from './store.ts'
import type { Device } from './wire/device.ts'

export type SimulatorOptions = {
  /**
   * Directory of all data; without it, data is in memory and the CA file in a temporary directory.
   */
  dataDir?: string
  /** Port of the screen, the API and the WebSocket; 0 takes a free one. */
  port?: number
  /** Port of the media server; 0 takes the one of the last run, or a free one. */
  mediaPort?: number
  host?: string
  /** `off`: nobody can link, and the calls of phones are refused. */
  phones?: 'on' | 'off'
  /** Called before the simulator's own routes; returns true when it has answered. */
  extra?: (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>
}

export type Simulator = {
  /** Address to which a client connects: ws://…/ws/chat. */
  waUrl: string
  /** Base of the screen and of /sim. */
  apiUrl: string
  /** PEM file of the authority that signed the media server's certificate: NODE_EXTRA_CA_CERTS. */
  caPath: string
  caPem: string
  /** Raw public key of the noise certificate's root, for WA_CERT_DETAILS.PUBLIC_KEY. */
  noiseRootPublicKey: Buffer
  network: Network
  addPhone(options: PhoneOptions): Handset
  phone(number: string): Handset
  /** Scans a QR code with the handset of `number`, which is created if it does not exist. */
  scan(qr: string, number: string, name?: string): Promise<Device>
  /** Types the code a client shows into the handset of `number`. */
  pair(code: string, number: string, name?: string): Promise<Device>
  createGroup(options: GroupOptions): string
  fault(request: FaultRequest): void
  clearFaults(): void
  close(): Promise<void>
}

/** Starts the WhatsApp simulator: protocol server, media server, JSON API and screen. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  silenceLibsignal()
  // A handset's own library has not the mistake.
  restoreSessionOnFailure()
  const host = options.host ?? '127.0.0.1'
  const store = new Store(options.dataDir)
  const network = new Network(store)
  const certificate = await mediaCertificate(store)
  const caDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'balcao-sim-'))
  const caPath = join(caDir, 'media-ca.pem')
  writeFileSync(caPath, certificate.ca)
  const media = await startMediaServer(network, certificate, { host, port: options.mediaPort ?? 0 })
  network.mediaOrigin = media.origin

  const phones = options.phones ?? 'on'
  const api = makeApi(network, phones)
  const { extra } = options
  const server = createServer(
    extra
      ? async (request, response) => {
          if (!(await extra(request, response))) api(request, response)
        }
      : api,
  )
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 64 * 1024 * 1024 })
  server.on('upgrade', (request, socket, head) => {
    if (new URL(request.url ?? '/', 'http://simulator').pathname !== '/ws/chat' || phones === 'off')
      return void socket.destroy()
    sockets.handleUpgrade(request, socket, head, ws => acceptSocket(network, ws))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, host, () => resolve())
  })
  const { port } = server.address() as AddressInfo
  const origin = `${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`

  return {
    waUrl: `ws://${origin}/ws/chat`,
    apiUrl: `http://${origin}`,
    caPath,
    caPem: certificate.ca,
    noiseRootPublicKey: Buffer.from(network.rootKey.public),
    network,
    addPhone: phone => new Handset(network, addPhone(network, phone)),
    phone: number => new Handset(network, network.requirePhone(number)),
    scan: async (qr, number, name) => scanQr(network, phoneToLink(network, number, name), qr),
    pair: async (code, number, name) => pairByCode(network, phoneToLink(network, number, name), code),
    createGroup: group => createGroup(network, group).id,
    fault: request => void injectFault(network, request),
    clearFaults: () => clearFaults(network),
    close: async () => {
      network.close()
      sockets.close()
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      server.closeAllConnections()
      await Promise.all([closed, media.close()])
      store.close()
      if (!options.dataDir) rmSync(caDir, { recursive: true, force: true })
    },
  }
}
