/** How long the host waits for what may never come, in milliseconds. */
export type Patience = {
  /** A message for a connection nobody is opening, before it is marked failed. */
  closedMs: number
  /** Silence after which a socket is probed; its answer has half as long. */
  probeMs: number
  /** How long a QR code is shown. Without it, as WhatsApp Web does: the first for a minute, the others for 20 s. */
  qrMs: number | undefined
  media: MediaPatience
}

/** Of a download from WhatsApp's media host. */
export type MediaPatience = {
  /** The span in which some bytes must come, the connection included. */
  stallMs: number
  /** What an attempt may take as a whole, on top of the time for its bytes. */
  baseMs: number
  /** For the owner's handset to upload again what the host has no more. */
  reuploadMs: number
  /** Pauses between attempts; there is one attempt more. */
  retryMs: number[]
}

export const PATIENCE: Patience = {
  closedMs: 5 * 60_000,
  probeMs: 20_000,
  qrMs: undefined,
  media: { stallMs: 10_000, baseMs: 20_000, reuploadMs: 20_000, retryMs: [500, 3000] },
}
