import { type BinaryNode, getAllBinaryNodeChildren, getBinaryNodeChildren } from '@whiskeysockets/baileys'
import type { Group } from '../types.ts'
import type { Device } from '../wire/device.ts'
import type { Answer } from '../wire/stanza.ts'
import { createGroup, groupNode, notifyGroup, participantNode, saveGroup } from './groups.ts'
import type { Network } from './network.ts'

const MEMBER_CHANGES = new Set(['add', 'remove', 'promote', 'demote'])

/** Answers a client's `w:g2` queries: it asks about groups and changes them. */
export function answerGroupQuery(network: Network, device: Device, iq: BinaryNode): Answer {
  const child = getAllBinaryNodeChildren(iq)[0]
  const to = iq.attrs.to ?? ''
  if (to === '@g.us') return answerForAll(network, device, child)
  const group = network.groups.get(to)
  if (!group) return 404
  if (!group.members.some(member => member.number === device.number)) return 403
  if (iq.attrs.type === 'get') return child?.tag === 'query' ? [groupNode(network, group)] : []
  if (child && MEMBER_CHANGES.has(child.tag)) return changeMembers(network, device, group, child)
  if (child?.tag === 'subject') {
    group.subject = String(child.content)
    saveGroup(network, group)
    notifyGroup(network, group, device.number, { tag: 'subject', attrs: { subject: group.subject } })
  }
  return []
}

function answerForAll(network: Network, device: Device, child: BinaryNode | undefined): Answer {
  const mine = [...network.groups.values()].filter(group =>
    group.members.some(member => member.number === device.number),
  )
  if (child?.tag === 'participating') {
    return [{ tag: 'groups', attrs: {}, content: mine.map(group => groupNode(network, group)) }]
  }
  if (child?.tag === 'create') {
    const members = getBinaryNodeChildren(child, 'participant').flatMap(
      ({ attrs }) => network.findPhone(attrs.jid ?? '')?.number ?? [],
    )
    const group = createGroup(network, { subject: child.attrs.subject ?? '', owner: device.number, members })
    return [groupNode(network, group)]
  }
  if (child?.tag === 'leave') {
    for (const { attrs } of getBinaryNodeChildren(child, 'group')) {
      const group = network.groups.get(attrs.id ?? '')
      const member = group?.members.find(one => one.number === device.number)
      if (!group || !member) continue
      const participant = participantNode(network, group, member)
      group.members = group.members.filter(one => one !== member)
      saveGroup(network, group)
      notifyGroup(network, group, device.number, { tag: 'remove', attrs: {}, content: [participant] }, [device.number])
    }
    return []
  }
  return []
}

function changeMembers(network: Network, device: Device, group: Group, child: BinaryNode): Answer {
  if (!group.members.find(member => member.number === device.number)?.admin) return 403
  const results = getBinaryNodeChildren(child, 'participant').map((asked): BinaryNode => {
    const phone = network.findPhone(asked.attrs.jid ?? '')
    const member = group.members.find(one => one.number === phone?.number)
    if (!phone || (child.tag !== 'add' && !member)) {
      return { tag: 'participant', attrs: { jid: asked.attrs.jid!, error: '404' } }
    }
    if (child.tag === 'remove') group.members = group.members.filter(one => one !== member)
    else if (member) member.admin = child.tag === 'promote' || (child.tag === 'add' && member.admin)
    else group.members.push({ number: phone.number, admin: false })
    return participantNode(network, group, member ?? { number: phone.number, admin: false })
  })
  saveGroup(network, group)
  const done = results.filter(result => !result.attrs.error)
  const removed = child.tag === 'remove' ? done.map(({ attrs }) => network.findPhone(attrs.jid!)!.number) : []
  if (done.length) {
    notifyGroup(network, group, device.number, { tag: child.tag, attrs: {}, content: done }, removed)
  }
  return [{ tag: child.tag, attrs: {}, content: results }]
}
