import type { SlvDetail } from '@portal/contract/slv/answers'
import { SlvPatch } from '@portal/contract/slv/bodies'
import { hasStatus, problemsOf } from '../../../lib/call-error.ts'
import {
  type Edits,
  isDirty,
  keepMine,
  merge,
  noEdits,
  readyToSave,
  refuse,
  settle,
  startSending,
  stopSending,
  takeTheirs,
  typeInto,
} from '../form/edits.ts'
import type { Typed } from '../form/values.ts'
import { decisionValues, isWords, readDecision } from './read-decision.ts'

/** Where the draft is saved, and where what is not saved yet is kept in this browser. */
export type DraftWorld = {
  save: (patch: SlvPatch, version: number) => Promise<SlvDetail>
  /** The SLV as it is now, for after a lost race. */
  read: () => Promise<SlvDetail>
  /** Runs one write of this SLV after the other. */
  inTurn: (work: () => Promise<void>) => Promise<unknown>
  latest: () => SlvDetail | undefined
  keep: (typed: Readonly<Record<string, Typed>> | null) => void
}

export type DraftState = { version: number; edits: Edits; saving: 'idle' | 'saving' | 'failed' }

/** Milliseconds of rest in typing before it is saved: each save is an entry of the history, so words wait longer. */
const rest = 800
const restOfWords = 4_000
const mostMerges = 5

/**
 * The decision while it is prepared: it saves itself, one save at a time. A save that lost a race is merged with what
 * somebody else wrote and tried again; a field that both changed waits for a choice.
 */
export const createDecisionDraft = (slv: SlvDetail, kept: Readonly<Record<string, Typed>>, world: DraftWorld) => {
  const start = noEdits(decisionValues(slv))
  const typedAgain = Object.entries(kept).reduce(
    (edits, [name, typed]) => typeInto(edits, name, typed, readDecision),
    start,
  )
  let state: DraftState = { version: slv.version, edits: typedAgain, saving: 'idle' }
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  const set = (next: DraftState) => {
    if (next.edits !== state.edits) world.keep(isDirty(next.edits) ? next.edits.typed : null)
    state = next
    for (const listener of listeners) listener()
  }
  const setEdits = (edits: Edits) => set({ ...state, edits })

  const adopt = (newer: SlvDetail) => {
    if (newer.version <= state.version) return
    set({ ...state, version: newer.version, edits: merge(state.edits, decisionValues(newer), readDecision) })
  }
  const saveOnce = async () => {
    const latest = world.latest()
    if (latest) adopt(latest)
    const ready = readyToSave(state.edits, readDecision)
    if (!ready) return false
    set({ ...state, saving: 'saving', edits: startSending(state.edits, ready.typed) })
    const saved = await world.save(SlvPatch.parse(ready.values), state.version)
    set({ ...state, version: saved.version, edits: settle(state.edits, decisionValues(saved), readDecision) })
    return true
  }
  /** What can be mended by itself; throws what cannot. */
  const recover = async (error: unknown) => {
    const refused = hasStatus(error, 400) ? refuse(state.edits, problemsOf(error)) : null
    setEdits(refused ?? stopSending(state.edits))
    if (refused) return
    if (!hasStatus(error, 412)) throw error
    adopt(await world.read())
  }
  const pass = async () => {
    for (let merges = 0; ; ) {
      try {
        if (!(await saveOnce())) break
      } catch (error) {
        merges += 1
        if (merges > mostMerges) throw error
        await recover(error)
      }
    }
    set({ ...state, saving: 'idle' })
  }
  const save = async () => {
    clearTimeout(timer)
    if (!readyToSave(state.edits, readDecision)) return
    try {
      await world.inTurn(pass)
    } catch (error) {
      set({ ...state, saving: 'failed' })
      throw error
    }
  }
  /** A failure is told by the toast and by the state of the panel. */
  const saveQuietly = () => void save().catch(() => {})

  return {
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    adopt,
    type: (name: string, typed: Typed) => {
      setEdits(typeInto(state.edits, name, typed, readDecision))
      clearTimeout(timer)
      timer = setTimeout(saveQuietly, isWords(name) ? restOfWords : rest)
    },
    keepMine: (name: string) => {
      setEdits(keepMine(state.edits, name))
      saveQuietly()
    },
    takeTheirs: (name: string) => setEdits(takeTheirs(state.edits, name)),
    /** Saves what can be saved now. */
    saveNow: saveQuietly,
    /** Resolves once the server has everything; throws when something typed cannot be saved. */
    flush: async () => {
      await save()
      if (isDirty(state.edits))
        throw new Error('The decision holds values that are not saved yet. Look at its marked fields.')
    },
  }
}
export type DecisionDraft = ReturnType<typeof createDecisionDraft>
