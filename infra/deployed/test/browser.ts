import { readStage } from '../config.ts'

export type Browser = {
  /** Everything it was told, oldest first. */
  heard: { event?: string; payload?: unknown }[]
  say: (message: object) => void
  close: () => void
}

/** A browser on the deployed WebSocket. @throws when it is refused */
export async function openBrowser(token: string): Promise<Browser> {
  const socket = new WebSocket(`${readStage().wsUrl}?token=${encodeURIComponent(token)}`)
  const heard: Browser['heard'] = []
  socket.onmessage = ({ data }) => heard.push(JSON.parse(String(data)))
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve()
    socket.onerror = () => reject(new Error('the WebSocket was refused'))
  })
  return { heard, say: message => socket.send(JSON.stringify(message)), close: () => socket.close() }
}
