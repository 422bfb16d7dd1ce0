// What people say to a message with one emoji, below its bubble.

import { make } from './dom.js'
import { messageById, nameOf } from './state.js'

/** returns each emoji once, with how many reacted with it and who */
export function drawReactions(message) {
  if (!message.reactions?.length) return ''
  const authors = Map.groupBy(message.reactions, one => one.emoji)
  return make(
    'div',
    { className: 'reactions' },
    make('span', { className: 'hidden' }, 'Reações:'),
    ...[...authors].map(([emoji, all]) => {
      const names = all.map(one => nameOf(one.from)).join(', ')
      const count = all.length > 1 ? ` ${all.length}` : ''
      return make(
        'span',
        { title: names },
        `${emoji.slice(0, 40)}${count}`,
        make('span', { className: 'hidden' }, ` de ${names}`),
      )
    }),
  )
}

/** a reaction that is seen below its message, or whose message is gone, has no bubble of its own */
export function isBelow(message) {
  if (message.type === 'vote') return Boolean(messageById(message.quotedId))
  if (message.type !== 'reaction') return false
  const target = messageById(message.quotedId)
  return Boolean(target?.chat === message.chat && (target.reactions || target.deleted))
}
