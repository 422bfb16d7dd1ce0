/** How long the host waits for what may never come, in milliseconds. */
export type Patience = {
  /** A message for a connection nobody is opening, before it is marked failed. */
  closedMs: number
  /** Silence after which a socket is probed; its answer has half as long. */
  probeMs: number
  /** How long a QR code is shown. Without it, as WhatsApp Web does: the first for a minute, the others for 20 s. */
  qrMs: number | undefined
}

export const PATIENCE: Patience = { closedMs: 5 * 60_000, probeMs: 20_000, qrMs: undefined }
