import { randomBytes } from 'node:crypto'
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Group } from '../types.ts'
import { newStanzaId, seconds } from '../wire/stanza.ts'
import type { Network } from './network.ts'

export type GroupOptions = { subject: string; owner: string; members: string[]; addressing?: 'pn' | 'lid' }

/**
 * Creates a group of the owner and the members and notifies them all; an unknown number:
 * ERR_SIM_NO_PHONE.
 */
export function createGroup(network: Network, options: GroupOptions): Group {
  const owner = network.requirePhone(options.owner).number
  const numbers = new Set([owner, ...options.members.map(member => network.requirePhone(member).number)])
  const group: Group = {
    id: `120363${randomBytes(6).readUIntBE(0, 6).toString().padStart(15, '0').slice(-12)}@g.us`,
    subject: options.subject,
    owner,
    creation: Math.floor(Date.now() / 1000),
    addressing: options.addressing ?? 'lid',
    members: [...numbers].map(number => ({ number, admin: number === owner })),
  }
  saveGroup(network, group)
  notifyGroup(network, group, owner, {
    tag: 'create',
    attrs: { type: 'new' },
    content: [groupNode(network, group)],
  })
  return group
}

export function saveGroup(network: Network, group: Group): void {
  network.groups.set(group.id, group)
  network.store.saveGroup(group)
}

/** Notifies every linked client of the members that something happened in a group. */
export function notifyGroup(
  network: Network,
  group: Group,
  actor: string,
  child: BinaryNode,
  also: string[] = [],
): void {
  const by = network.requirePhone(actor)
  const lid = group.addressing === 'lid'
  const numbers = [...group.members.map(member => member.number), ...also]
  network.deliver(
    numbers.flatMap(number =>
      (network.phones.get(number)?.devices ?? []).map(device => ({
        device,
        node: {
          tag: 'notification',
          attrs: {
            from: group.id,
            type: 'w:gp2',
            id: newStanzaId(),
            t: seconds(),
            participant: lid ? by.lid : by.pn,
            ...(lid && { participant_pn: by.pn }),
            notify: by.name,
          },
          content: [child],
        },
      })),
    ),
  )
}

/** Returns a group's node as clients get it. */
export function groupNode(network: Network, group: Group): BinaryNode {
  const lid = group.addressing === 'lid'
  const owner = network.requirePhone(group.owner)
  return {
    tag: 'group',
    attrs: {
      id: group.id.split('@')[0]!,
      subject: group.subject,
      s_t: String(group.creation),
      s_o: lid ? owner.lid : owner.pn,
      creation: String(group.creation),
      creator: lid ? owner.lid : owner.pn,
      ...(lid && { creator_pn: owner.pn }),
      addressing_mode: group.addressing,
      size: String(group.members.length),
    },
    content: group.members.map(member => participantNode(network, group, member)),
  }
}

/** Returns a group member's node as clients get it. */
export function participantNode(network: Network, group: Group, member: Group['members'][number]): BinaryNode {
  const phone = network.requirePhone(member.number)
  const lid = group.addressing === 'lid'
  return {
    tag: 'participant',
    attrs: {
      jid: lid ? phone.lid : phone.pn,
      ...(lid ? { phone_number: phone.pn } : { lid: phone.lid }),
      ...(member.admin && { type: member.number === group.owner ? 'superadmin' : 'admin' }),
    },
  }
}
