import { Agent } from 'node:https'
import { lookupFor } from '../media/safe-get.ts'

/**
 * Creates the agent with which Baileys uploads media: WhatsApp names the hosts, and a host's answer
 * may redirect, so only trusted ones are connected to, and never at a private address.
 * @param options.trusted whether media may be sent to this host, `name`, or `name:port` for another
 * port than 443
 */
export function createUploadAgent(options: { trusted: (host: string) => boolean; allowPrivate: boolean }): Agent {
  const agent = new Agent()
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (target, done) => {
    const name = target.host ?? ''
    const port = Number(target.port)
    if (!options.trusted(port === 443 ? name : `${name}:${port}`)) throw new Error('an upload to a foreign host')
    const lookup = lookupFor(name, options.allowPrivate)
    return connect(lookup ? { ...target, lookup } : target, done)
  }
  return agent
}
