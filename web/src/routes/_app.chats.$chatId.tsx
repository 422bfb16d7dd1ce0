import { createFileRoute } from '@tanstack/react-router'

/** The conversation of the address is shown by the screen of the list it stands beside. */
export const Route = createFileRoute('/_app/chats/$chatId')({})
