import { queueOptions } from '@balcao/shared/api/team/queue-options.ts'
import type { QueueOption, QueueOptionTree } from '@balcao/shared/entities/queue-option.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { keptMedia } from '#/lib/kept-media.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { changeOption, type DraftTree, draftTree, everyPlace } from './option-tree.ts'
import { afterStep, nextStep, type SaveStep } from './save-steps.ts'

interface State {
  /** What the server has, as far as is known here; null before the first answer. */
  saved: readonly QueueOptionTree[] | null
  tree: DraftTree
  /** What somebody else saved while this tree was being edited. */
  theirs: readonly QueueOptionTree[] | null
}

/**
 * The menu of a queue while it is edited: what is on screen is this browser's until it is saved. A save is one call after the
 * other; one that fails leaves the edits as they are, and the next save goes on from there. What others save is taken over as
 * long as nothing is edited here, and offered when something is.
 */
export function useMenuDraft(queueId: string) {
  const query = apiQuery(queueOptions.list, { query: { queueId } })
  const list = useQuery(query)
  const [state, setState] = useState<State>({ saved: null, tree: [], theirs: null })
  const [saving, setSaving] = useState(false)
  // A save goes on over many renders: it reads what is true now.
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

  /** Rejects with the server's ApiError; what was saved until then stays saved. */
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
        set({ saved: afterStep(latest.current.saved ?? [], step, row), tree: told(latest.current.tree, step, row) })
      }
    } finally {
      busy.current = false
      setSaving(false)
      // Events of these very calls have been left alone until now; what was asked for at one of them may be older than the last.
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
    /** There is something to save. */
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

/** The tree on screen after a call: an option learns its id, a file that has arrived is the server's. */
function told(tree: DraftTree, step: SaveStep, row: QueueOption | null): DraftTree {
  if (step.type === 'remove') return tree
  const node = everyPlace(tree).find(place => place.node.key === step.key)?.node
  return changeOption(tree, step.key, {
    ...(step.type === 'create' ? { id: row!.id } : {}),
    ...(step.file && node?.media === step.file ? { media: keptMedia(row) } : {}),
  })
}

/** Whether two answers say the same; their links to files are new each time. */
const sameMenu = (a: readonly QueueOptionTree[], b: readonly QueueOptionTree[]) =>
  JSON.stringify(said(a)) === JSON.stringify(said(b))
const said = (level: readonly QueueOptionTree[]): unknown[] =>
  level.map(({ id, title, message, kind, targetQueueId, mediaName, mediaType, children }) => [
    [id, title, message, kind, targetQueueId, mediaName, mediaType],
    said(children),
  ])
