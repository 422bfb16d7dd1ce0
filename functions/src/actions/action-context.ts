import type { UserRef } from '@balcao/shared/entities/user.ts'
import type { Undo } from '../data/actions/action-run.ts'
import type { Write } from '../data/table/transact.ts'
import type { Viewer } from '../data/tickets/ticket-list.ts'

/** Actor of an action: a person with their own rights, or a rule of the company. */
export type ActionBy =
  | { kind: 'user'; viewer: Viewer; user: UserRef }
  /** A rule of the company, which may do everything that its maker may let it do. */
  | { kind: 'rule'; viewer: null; user: null; rule: { id: string; name: string } }

export type ActionContext = {
  companyId: string
  by: ActionBy
  ticketId: string
  /**
   * Key of the run: a second call with it goes on where the first one ended. For a rule made of the
   * event and the rule, for a person of their id and their call's key.
   */
  key: string
  /**
   * Place of the contact's last message that a person, or a rule's conditions, have seen: over a
   * later one nothing is resolved or snoozed.
   */
  seenContactMessage?: string | undefined
  /** Id of the list that runs: a macro, or a rule. */
  listId: string
}

/** Input of one action besides itself and the ticket. */
export type StepContext = {
  /** Key of this action alone. */
  key: string
  /** Time at which the run began, epoch ms. */
  startedAt: number
  /** Returns the writes of the action's transaction that record that it took effect. */
  record: (undo?: Undo) => Write[]
}

/** `unchanged`: everything was so already, and no transaction recorded the step. */
export type Acted = 'recorded' | 'unchanged'
