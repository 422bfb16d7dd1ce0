/** Address of a contact: a group's id, a number, or a LID. */
export type Address = { isGroup: boolean; number: string; lid: string | null }
