/** Point of the interface, and the names of the pictures that show it. */
type Point = readonly [words: string, pictures: readonly string[]]

/** Points of the interface by chapter; a point's number is its place. */
const POINTS: readonly (readonly [chapter: string, points: readonly Point[]])[] = [
  [
    'One knows where one is, and what burns',
    [
      [
        'Drawer: groups, favourites, the active item in sight; a phone’s sheet; screens by typed words',
        [
          'drawer-admin',
          'drawer-attendant',
          'drawer-operator',
          'drawer-seldom-screen',
          'menu-sheet',
          'menu-sheet-search',
          'command-bar-screens',
        ],
      ],
      ['What burns: signs in the top bar, counts of waiting and unread', ['signs', 'drawer-attendant', 'menu-sheet']],
      ['Bars: one at a time, first steps', ['bars-and-first-steps']],
    ],
  ],
  [
    'The waiting list',
    [
      ['A row: who, what, how long', ['waiting-list', 'waiting-list-half-an-hour-later', 'waiting-list-row-focused']],
      ['What is automatic never speaks over a person', ['campaign-in-conversation', 'own-list']],
      ['Order, and what comes after resolving', ['waiting-list-order', 'after-resolving']],
      ['Search: one field, one result', ['search-results', 'search-nothing']],
    ],
  ],
  [
    'The hand stays on the keys',
    [
      ['Keys, and the map of all of them', ['keys-map']],
      ['Fifteen conversations without the mouse (by-keys.e2e.ts counts)', ['waiting-list-row-focused', 'bulk']],
      ['The command bar acts on the open ticket', ['command-bar-ticket', 'command-bar-transfer']],
    ],
  ],
  [
    'The conversation',
    [
      ['Actions in words, menus with key caps', ['conversation', 'conversation-menu', 'transfer']],
      ['Composer: reply and note in one place', ['composer-note', 'quick-reply', 'conversation']],
      ['On a phone: menu by a long press, no signs on bubbles', ['message-menu', 'conversation']],
      ['Link cards, viewer, audio, colours of a group', ['link-card', 'viewer', 'audio', 'group']],
    ],
  ],
  [
    'Lists, forms, words',
    [
      [
        'One list: headings, count, columns, selection, a phone’s row menu',
        ['products', 'stores', 'users', 'customers', 'contacts', 'products-selected', 'products-columns', 'row-menu'],
      ],
      [
        'Products and orders: prices, stock, filters, sums',
        ['products', 'products-filters', 'products-by-price', 'orders', 'order'],
      ],
      ['Dates and periods by one picker', ['day-picker', 'orders-period', 'report-period']],
      ['Masked fields, one word for one act, kinds of payment', ['customer-dialog', 'payment-kinds', 'campaigns']],
      ['Page widths', ['settings', 'campaigns-config', 'queues', 'users']],
    ],
  ],
  [
    'Numbers that decide',
    [
      ['Dashboard: the day, comparisons, attendants, orders', ['dashboard', 'dashboard-with-history']],
      ['Subscription and invoices on one page', ['subscription', 'subscription-change', 'financeiro']],
    ],
  ],
  [
    'Selling',
    [
      ['Product search, the order in sight, customer and store preset', ['cart', 'cart-search', 'cart-added']],
      ['Checkout: first choice focused, the whole sum by one press', ['checkout', 'checkout-payment']],
    ],
  ],
  [
    'Help where it is needed',
    [
      ['Guides, and the way to them', ['helps', 'help-guide', 'help-search', 'empty-list-with-guide']],
      ['Campaign dialog: how many, how long, what the button does', ['campaign-dialog']],
      ['The simulator’s page', ['simulator']],
    ],
  ],
]

/**
 * Returns the table of points with their pictures.
 * @param taken names of the files that were taken
 */
export function tableOf(taken: readonly string[]): string {
  const rows = POINTS.flatMap(([chapter, points], c) =>
    points.map(([words, names], p) => {
      const files = names.flatMap(name => {
        const own = taken.filter(
          file => /^-(1440|360)-(light|dark)\.png$/.test(file.slice(name.length)) && file.startsWith(name),
        )
        return own.length > 0 ? [`${name} (${own.length})`] : [`${name} (none)`]
      })
      return `| ${c + 1}.${p + 1} | ${chapter}: ${words} | ${files.join(', ')} |`
    }),
  )
  return ['| point | what | pictures, and how many looks |', '|---|---|---|', ...rows].join('\n')
}
