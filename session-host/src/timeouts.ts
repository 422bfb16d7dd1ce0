/** Timeouts of the host, in milliseconds. */
export type Timeouts = {
  /**
   * Time for which a message waits for a connection that nobody is opening, before it is marked
   * failed.
   */
  closedMs: number
  /** Silence after which a socket is probed; its answer has half as long. */
  probeMs: number
  /**
   * Time for which a QR code is shown. By default as in WhatsApp Web: the first for a minute, the
   * others for 20 s.
   */
  qrMs: number | undefined
  media: MediaTimeouts
}

/** Timeouts of a download from WhatsApp's media host. */
export type MediaTimeouts = {
  /** Span in which some bytes must come, the connection included. */
  stallMs: number
  /** Time an attempt may take as a whole, on top of the time for its bytes. */
  baseMs: number
  /** Time for the owner's phone to upload again what the media host no longer has. */
  reuploadMs: number
  /** Pauses between attempts; there is one attempt more. */
  retryMs: number[]
}

export const TIMEOUTS: Timeouts = {
  closedMs: 5 * 60_000,
  probeMs: 20_000,
  qrMs: undefined,
  media: { stallMs: 10_000, baseMs: 20_000, reuploadMs: 20_000, retryMs: [500, 3000] },
}
