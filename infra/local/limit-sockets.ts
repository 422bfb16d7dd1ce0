import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Sockets of one server. A browser keeps one or two beside its WebSocket, so these are more than a
 * thousand people; at 30 KB each they take 120 MB.
 */
const MAX_SOCKETS = 4096

/**
 * Limits the sockets of a server. A further one takes the place of the one that is unused longest,
 * so that idle sockets keep nobody out; where all are in use, it is closed.
 * @param most number of sockets
 */
export function limitSockets(server: Server, most = MAX_SOCKETS): void {
  // In the order of their last use; the value is the number of requests under way.
  const sockets = new Map<Socket, number>()
  const use = (socket: Socket, change: number) => {
    const underWay = sockets.get(socket)
    if (underWay === undefined) return
    sockets.delete(socket)
    sockets.set(socket, underWay + change)
  }
  const longestUnused = () => {
    for (const [socket, underWay] of sockets) if (underWay === 0) return socket
    return undefined
  }
  server.on('connection', (socket: Socket) => {
    if (sockets.size >= most) {
      const idle = longestUnused()
      if (!idle) return void socket.destroy()
      sockets.delete(idle)
      idle.destroy()
    }
    sockets.set(socket, 0)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('request', (request, response) => {
    use(request.socket, 1)
    response.once('close', () => use(request.socket, -1))
  })
  // A WebSocket is in use until it closes.
  server.on('upgrade', request => use(request.socket, 1))
}
