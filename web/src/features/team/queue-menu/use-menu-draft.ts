import { queueOptions } from '@balcao/shared/api/team/queue-options.ts'
import type { QueueOption, QueueOptionTree } from '@balcao/shared/entities/queue-option.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { rowMedia } from '#/lib/row-media.ts'
import { api } from '#/lib/session.ts'
import { changeOption, type DraftTree, draftTree, everyPlace } from './option-tree.ts'
import { afterStep, nextStep, type SaveStep } from './save-steps.ts'

interface State {
  /** The server's tree, as far as it is loaded; null before the first answer. */
  saved: readonly QueueOptionTree[] | null
  tree: DraftTree
  /** Tree that somebody else saved while this one was being edited. */
  theirs: readonly QueueOptionTree[] | null
}

/**
 * Edits the menu of a queue: the tree on screen is this browser's until it is saved. A save makes
 * one call after the other; if one fails, the edits stay, and the next save continues from there.
 * Others' changes are applied while nothing is edited here, and offered otherwise.
 */
export function useMenuDraft(queueId: string) {
  const query = apiQuery(queueOptions.list, { query: { queueId } })
  const list = useQuery(query)
  const [state, setState] = useState<State>({ saved: null, tree: [], theirs: null })
  const [saving, setSaving] = useState(false)
  // A save lasts over many renders: it reads the current state.
  const latest = useRef(state)
  const busy = useRef(false)

  const set = (changes: Partial<State>) => {
    latest.current = { ...latest.current, ...changes }
    setState(latest.current)
  }
  const edit = (change: (tree: DraftTree) => DraftTree) => set({ tree: change(latest.current.tree) })

  const take = (rows: readonly QueueOptionTree[]) => {
    const { saved, tree } = latest.current
    if (busy.current) return
    if (saved === null || nextStep(saved, tree) === null)
      set({ saved: rows, tree: draftTree(rows, tree), theirs: null })
    else if (sameMenu(saved, rows)) set({ saved: rows, theirs: null })
    else set({ theirs: rows })
  }
  const taken = useRef(take)
  taken.current = take
  useEffect(() => {
    if (list.data) taken.current(list.data)
  }, [list.data])

  /** Saves the tree. Rejects with the server's ApiError; the steps saved before stay saved. */
  const save = async () => {
    if (busy.current) return
    busy.current = true
    setSaving(true)
    if (latest.current.theirs) set({ saved: latest.current.theirs, theirs: null })
    try {
      for (;;) {
        const { saved, tree } = latest.current
        const step = nextStep(saved ?? [], tree)
        if (!step) break
        const row = await call(queueId, step)
        set({
          saved: afterStep(latest.current.saved ?? [], step, row),
          tree: withSavedRow(latest.current.tree, step, row),
        })
      }
    } finally {
      busy.current = false
      setSaving(false)
      // Events of these calls were ignored until now; a fetch begun during one of them may be older
      // than the last call.
      await queryClient.cancelQueries({ queryKey: query.queryKey })
      const fresh = await queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => null)
      if (fresh) taken.current(fresh)
    }
  }

  const { saved, tree, theirs } = state
  return {
    list,
    tree,
    edit,
    save,
    saving,
    /** True if there is something to save. */
    dirty: useMemo(() => saved !== null && nextStep(saved, tree) !== null, [saved, tree]),
    ready: saved !== null,
    conflict: theirs !== null,
    takeTheirs: () => theirs && set({ saved: theirs, tree: draftTree(theirs, tree), theirs: null }),
    keepMine: () => theirs && set({ saved: theirs, theirs: null }),
  }
}

async function call(queueId: string, step: SaveStep): Promise<QueueOption | null> {
  switch (step.type) {
    case 'create': {
      const { parentId, option, fields, file } = step
      return await api(
        queueOptions.create,
        { body: { queueId, parentId, option, ...fields } },
        file ? { files: [file] } : {},
      )
    }
    case 'update': {
      const { id, type: _, key: __, file, fields, ...place } = step
      const body = { ...fields, ...place, ...(file === null ? { media: null } : {}) }
      return await api(queueOptions.update, { params: { id }, body }, file ? { files: [file] } : {})
    }
    case 'remove':
      await api(queueOptions.remove, { params: { id: step.id } })
      return null
  }
}

/**
 * Returns the tree on screen after a call: an option gets its id, an uploaded file is the server's.
 */
function withSavedRow(tree: DraftTree, step: SaveStep, row: QueueOption | null): DraftTree {
  if (step.type === 'remove') return tree
  const node = everyPlace(tree).find(place => place.node.key === step.key)?.node
  return changeOption(tree, step.key, {
    ...(step.type === 'create' ? { id: row!.id } : {}),
    ...(step.file && node?.media === step.file ? { media: rowMedia(row) } : {}),
  })
}

/** Returns whether two answers are equal; their links to files are new each time. */
const sameMenu = (a: readonly QueueOptionTree[], b: readonly QueueOptionTree[]) =>
  JSON.stringify(contentOf(a)) === JSON.stringify(contentOf(b))
const contentOf = (level: readonly QueueOptionTree[]): unknown[] =>
  level.map(({ id, title, message, kind, targetQueueId, mediaName, mediaType, children }) => [
    [id, title, message, kind, targetQueueId, mediaName, mediaType],
    contentOf(children),
  ])
