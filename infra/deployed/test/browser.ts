import { readStage } from '../config.ts'

export type Browser = {
  /** Events received so far, oldest first. */
  received: { event?: string; payload?: unknown }[]
  send: (message: object) => void
  close: () => void
}

/** Opens a WebSocket of the deployed stage, as a browser does. @throws when it is refused */
export async function openBrowser(token: string): Promise<Browser> {
  const socket = new WebSocket(`${readStage().wsUrl}?token=${encodeURIComponent(token)}`)
  const received: Browser['received'] = []
  socket.onmessage = ({ data }) => received.push(JSON.parse(String(data)))
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve()
    socket.onerror = () => reject(new Error('the WebSocket was refused'))
  })
  return { received, send: message => socket.send(JSON.stringify(message)), close: () => socket.close() }
}
