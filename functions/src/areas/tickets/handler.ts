import { ticketsArea } from '@balcao/shared/api/index.ts'
import { RULES } from '../../data/rules/rule.ts'
import { TAGS } from '../../data/tickets/tag.ts'
import { areaHandler } from '../../http/area-handler.ts'
import { rowOperations } from '../small-list.ts'
import { listBotCalls } from './bot-calls/list-bot-calls.ts'
import { getDraft } from './draft-order/get-draft.ts'
import { presetDraft } from './draft-order/preset-draft.ts'
import { removeDraft } from './draft-order/remove-draft.ts'
import { saveDraft } from './draft-order/save-draft.ts'
import { leaveColumn } from './kanban/leave-column.ts'
import { moveTicket } from './kanban/move-ticket.ts'
import { readBoard } from './kanban/read-board.ts'
import { createMacro } from './macros/create-macro.ts'
import { getMacro } from './macros/get-macro.ts'
import { listAllMacros, listMacros } from './macros/list-macros.ts'
import { previewMacro } from './macros/preview-macro.ts'
import { removeMacro } from './macros/remove-macro.ts'
import { runMacro } from './macros/run-macro.ts'
import { undoMacro } from './macros/undo-macro.ts'
import { updateMacro } from './macros/update-macro.ts'
import { createMessage } from './messages/create-message.ts'
import { findMessages } from './messages/find-messages.ts'
import { forwardMessage } from './messages/forward-message.ts'
import { forwardMessages } from './messages/forward-messages.ts'
import { listMessages } from './messages/list-messages.ts'
import { previewLink } from './messages/preview-link.ts'
import { rateAnswer } from './messages/rate-answer.ts'
import { reactMessage } from './messages/react-message.ts'
import { readMessageHistory } from './messages/read-message-history.ts'
import { removeMessage } from './messages/remove-message.ts'
import { retryMessage } from './messages/retry-message.ts'
import { searchMessages } from './messages/search-messages.ts'
import { sendApiMessage } from './messages/send-api-message.ts'
import { updateMessage } from './messages/update-message.ts'
import { uploadMessage } from './messages/upload-message.ts'
import { createRule } from './rules/create-rule.ts'
import { listRuleRuns } from './rules/list-rule-runs.ts'
import { removeRule } from './rules/remove-rule.ts'
import { shownRule } from './rules/shown-rule.ts'
import { tryRule } from './rules/try-rule.ts'
import { updateRule } from './rules/update-rule.ts'
import { createTag } from './tags/create-tag.ts'
import { listKanbanTags } from './tags/list-kanban-tags.ts'
import { removeTag } from './tags/remove-tag.ts'
import { syncTags } from './tags/sync-tags.ts'
import { updateTag } from './tags/update-tag.ts'
import { listTextDrafts } from './text-drafts/list-text-drafts.ts'
import { saveTextDraft } from './text-drafts/save-text-draft.ts'
import { createNote } from './ticket-notes/create-note.ts'
import { listMentionable } from './ticket-notes/list-mentionable.ts'
import { listNotes } from './ticket-notes/list-notes.ts'
import { removeNote } from './ticket-notes/remove-note.ts'
import { countTickets } from './tickets/count-tickets.ts'
import { createTicket } from './tickets/create-ticket.ts'
import { getTicket, getTicketByUuid } from './tickets/get-ticket.ts'
import { listTickets } from './tickets/list-tickets.ts'
import { markUnread } from './tickets/mark-unread.ts'
import { readTicket } from './tickets/read-ticket.ts'
import { removeTicket } from './tickets/remove-ticket.ts'
import { snoozeTicket } from './tickets/snooze-ticket.ts'
import { updateTicket } from './tickets/update-ticket.ts'
import { wakeTicket } from './tickets/wake-ticket.ts'
import { listTicketLog } from './tickets-log/list-ticket-log.ts'
import { createView } from './views/create-view.ts'
import { getView } from './views/get-view.ts'
import { listAllViews, listViews } from './views/list-views.ts'
import { removeView } from './views/remove-view.ts'
import { updateView } from './views/update-view.ts'

export const handler = areaHandler(ticketsArea, {
  tickets: {
    list: listTickets,
    count: countTickets,
    getByUuid: getTicketByUuid,
    get: getTicket,
    create: createTicket,
    update: updateTicket,
    read: readTicket,
    unread: markUnread,
    snooze: snoozeTicket,
    wake: wakeTicket,
    remove: removeTicket,
  },
  ticketsLog: { list: listTicketLog },
  botCalls: { list: listBotCalls },
  messages: {
    list: listMessages,
    search: searchMessages,
    find: findMessages,
    create: createMessage,
    upload: uploadMessage,
    update: updateMessage,
    history: readMessageHistory,
    react: reactMessage,
    forward: forwardMessage,
    forwardMany: forwardMessages,
    feedback: rateAnswer,
    previewLink,
    remove: removeMessage,
    retry: retryMessage,
    send: sendApiMessage,
  },
  ticketNotes: { list: listNotes, create: createNote, mentionable: listMentionable, remove: removeNote },
  tags: {
    ...rowOperations(TAGS, 'tags'),
    kanban: listKanbanTags,
    create: createTag,
    update: updateTag,
    remove: removeTag,
    sync: syncTags,
  },
  kanban: { board: readBoard, move: moveTicket, leave: leaveColumn },
  macros: {
    list: listMacros,
    listAll: listAllMacros,
    get: getMacro,
    create: createMacro,
    update: updateMacro,
    remove: removeMacro,
    run: runMacro,
    undo: undoMacro,
    preview: previewMacro,
  },
  textDrafts: { list: listTextDrafts, save: saveTextDraft },
  draftOrder: { get: getDraft, preset: presetDraft, save: saveDraft, remove: removeDraft },
  rules: {
    ...rowOperations(RULES, 'rules', shownRule),
    create: createRule,
    update: updateRule,
    remove: removeRule,
    try: tryRule,
    runs: listRuleRuns,
  },
  views: {
    list: listViews,
    listAll: listAllViews,
    get: getView,
    create: createView,
    update: updateView,
    remove: removeView,
  },
})
