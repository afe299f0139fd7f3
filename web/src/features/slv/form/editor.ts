import type { SlvDetail } from '@portal/contract/slv/answers'
import { hasStatus } from '../../../lib/call-error.ts'
import type { FieldProblem } from '../../../ui/field-problems.tsx'
import { adopt, type EditorState, openState, type VarianceSheet, withVariance, worthKeeping } from './editor-state.ts'
import { isDirty, keepMine, noEdits, takeTheirs, typeInto } from './edits.ts'
import type { Shelf } from './kept-edits.ts'
import { readField } from './read-field.ts'
import type { Server } from './save-calls.ts'
import { formKey, type Sheets, savePass } from './save-pass.ts'
import type { Typed, TypedValues } from './values.ts'
import { emptyVariance, readVariance } from './variance-fields.ts'
import { varianceViewOf } from './variance-view.ts'

/** Milliseconds of rest in typing before a draft is saved, and between tries while the server is away. */
const rest = 800
const pauses = [2_000, 4_000, 5_000]

type Options = {
  server: Server
  shelf: Shelf
  /** A draft saves itself; else people save. */
  autosaves: boolean
  /** Runs one write of this SLV after the other. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * The form of one SLV in a person's hands: what is typed goes in here, and from here to the server, one save at a time.
 * What is not there yet lies on the shelf from the first letter on.
 */
export const createEditor = (slv: SlvDetail, { server, shelf, autosaves, inTurn }: Options) => {
  let state = openState(slv, shelf.kept())
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isClosed = false
  const listeners = new Set<() => void>()

  const get = () => state
  const set = (next: EditorState) => {
    if (next === state) return
    const isTyping = next.form !== state.form || next.variances !== state.variances
    state = next
    if (isTyping) shelf.keep(worthKeeping(state))
    for (const listener of listeners) listener()
  }
  const change = (key: string, alter: (sheet: VarianceSheet) => VarianceSheet) => set(withVariance(state, key, alter))

  /** The pass over everything that waits for its turn: whatever is typed until it starts goes along. */
  let waiting: Promise<unknown> | null = null

  const save = (sheets: Sheets): Promise<unknown> => {
    clearTimeout(timer)
    if (sheets !== 'all') return pass(sheets)
    waiting ??= pass(sheets)
    return waiting
  }
  const pass = async (sheets: Sheets): Promise<unknown> => {
    const failure = await inTurn(() => {
      if (sheets === 'all') waiting = null
      return savePass({ get, set }, server, sheets)
    }).then(
      () => null,
      (error: unknown) => error,
    )
    failures = failure === null ? 0 : failures + 1
    if (state.saving === 'away' && autosaves && !isClosed)
      saveAfter(pauses[Math.min(failures, pauses.length) - 1] ?? rest)
    return failure
  }
  const saveAfter = (pause: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void save('all'), pause)
  }
  const soon = () => {
    if (autosaves) saveAfter(rest)
  }
  const saveNow = () => {
    if (autosaves && (isDirty(state.form) || state.variances.some(({ edits }) => isDirty(edits)))) void save('all')
  }
  const removeOrCatchUp = async (id: string) => {
    try {
      return await server.remove(id, state.version)
    } catch (error) {
      if (hasStatus(error, 412)) set(adopt(state, await server.read()))
      throw error
    }
  }
  const orThrow = async (sheets: Sheets) => {
    const failure = await save(sheets)
    if (failure !== null) throw failure
  }

  return {
    get,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },

    type: (name: string, typed: Typed) => {
      set({ ...state, form: typeInto(state.form, name, typed, readField) })
      soon()
    },
    /** A field was left: what is wrong with it is told now, and what is right saved at once. */
    leave: (name: string) => {
      if (!state.left.has(name)) set({ ...state, left: new Set([...state.left, name]) })
      if (autosaves && state.saving !== 'away') void save('all')
    },
    typeVariance: (key: string, typed: TypedValues) => {
      change(key, (sheet) => ({
        ...sheet,
        edits: Object.entries(typed).reduce(
          (edits, [name, value]) => typeInto(edits, name, value, readVariance),
          sheet.edits,
        ),
      }))
      soon()
    },
    /** A new, empty variance with its panel open; the server hears of it once it has a reason. */
    addVariance: () => {
      let n = state.variances.length + 1
      while (state.variances.some(({ key }) => key === `new-${n}`)) n += 1
      const key = `new-${n}`
      const sheet = { key, id: null, edits: noEdits(emptyVariance), isGone: false }
      set({ ...state, variances: [...state.variances, sheet], open: new Set([...state.open, key]) })
      return key
    },
    removeVariance: async (key: string) => {
      await inTurn(async () => {
        const id = state.variances.find((sheet) => sheet.key === key && !sheet.isGone)?.id ?? null
        const latest = server.latest()
        if (latest) set(adopt(state, latest))
        const version = id === null ? state.version : (await removeOrCatchUp(id)).slvVersion
        set({ ...state, version, variances: state.variances.filter((sheet) => sheet.key !== key) })
      })
    },
    /** What somebody removed is asked for anew, with all that it said. */
    askAgain: (key: string) => {
      change(key, (sheet) => ({ ...sheet, id: null, isGone: false, edits: anew(sheet) }))
      soon()
    },
    openVariance: (key: string, isOpen: boolean) =>
      set({
        ...state,
        open: new Set(isOpen ? [...state.open, key] : [...state.open].filter((other) => other !== key)),
      }),

    keepMine: (key: string, name: string) => {
      if (key === formKey) set({ ...state, form: keepMine(state.form, name) })
      else change(key, (sheet) => ({ ...sheet, edits: keepMine(sheet.edits, name) }))
      soon()
    },
    takeTheirs: (key: string, name: string) => {
      if (key === formKey) set({ ...state, form: takeTheirs(state.form, name) })
      else change(key, (sheet) => ({ ...sheet, edits: takeTheirs(sheet.edits, name) }))
    },
    /** Lets go of what was typed into one sheet. */
    discard: (key: string) => {
      if (key === formKey)
        set({ ...state, form: noEdits(state.form.base), left: new Set(), saving: 'idle', halt: null })
      else change(key, (sheet) => ({ ...sheet, edits: noEdits(sheet.edits.base) }))
    },
    discardAll: () =>
      set({
        ...state,
        form: noEdits(state.form.base),
        variances: state.variances
          .filter(({ id }) => id !== null)
          .map((sheet) => ({ ...sheet, edits: noEdits(sheet.edits.base) })),
      }),

    adopt: (newer: SlvDetail) => set(adopt(state, newer)),
    /** Counts a try to send or to save: from now on all that is missing is told, and no problem hides in a closed panel. */
    attempt: () =>
      set({
        ...state,
        attempts: state.attempts + 1,
        told: [],
        open: new Set([...state.open, ...state.variances.filter(needsLook).map(({ key }) => key)]),
      }),
    tell: (told: readonly FieldProblem[]) => set({ ...state, attempts: state.attempts + 1, told }),
    /** Saves what was asked for. Throws what the server said when it could not. */
    save: orThrow,
    saveNow,
    open: () => {
      isClosed = false
      saveNow()
    },
    /** The page is left. What would be saved soon is saved at once, unless nobody is signed in any more. */
    close: (isSignedIn: boolean) => {
      isClosed = true
      clearTimeout(timer)
      if (isSignedIn) saveNow()
    },
    retry: () => void save('all'),
  }
}
export type Editor = ReturnType<typeof createEditor>

const needsLook = ({ edits }: VarianceSheet) =>
  varianceViewOf(edits).problems.length > 0 || edits.contested.length > 0 || isDirty(edits)

/** The values of a variance that is gone, as if all of them had been typed. */
const anew = ({ edits }: VarianceSheet) => {
  const told = Object.entries({ ...edits.base, ...edits.typed }).map(
    ([name, value]) => [name, typeof value === 'number' ? String(value) : value] as const,
  )
  return { ...noEdits(emptyVariance), typed: Object.fromEntries(told) }
}
