import { z } from 'zod'
import { ownKey, readKept, writeKept } from '../../../lib/owner.ts'
import { type Edits, isDirty, merge, noEdits } from './edits.ts'
import type { Read, Values } from './values.ts'

const Factors = z.array(z.object({ factor: z.string(), value: z.string() }))
const Typed = z.union([z.string(), z.boolean(), z.null(), Factors])
const Value = z.union([z.string(), z.number(), z.boolean(), z.null(), Factors])
const Sheet = z.object({ typed: z.record(z.string(), Typed), base: z.record(z.string(), Value) })
type Sheet = z.infer<typeof Sheet>

/** What was typed and has not reached the server, with what the server held then, so that a later merge is honest. */
export const KeptEdits = z.object({
  form: Sheet,
  variances: z.array(Sheet.extend({ key: z.string(), id: z.string().nullable() })),
})
export type KeptEdits = z.infer<typeof KeptEdits>

/** Where unsaved typing stays over a reload, a crash or a session that ended. */
export type Shelf = { keep: (kept: KeptEdits | null) => void; kept: () => KeptEdits | null }

/**
 * The shelf of one SLV in this browser. The user is the one of now, also when the session ends later:
 * what somebody typed is never read by whoever signs in next.
 */
export const shelfOf = (slvId: string): Shelf => {
  const key = ownKey(`typed.slv.${slvId}`)
  return {
    keep: (kept) => writeKept(localStorage, key, kept),
    kept: () => {
      const read = KeptEdits.safeParse(readKept(localStorage, key))
      return read.success ? read.data : null
    },
  }
}

/** The part of a sheet that is worth keeping. */
export const keptSheet = ({ typed, base }: Edits): Sheet =>
  Sheet.parse({ typed, base: Object.fromEntries(Object.keys(typed).map((name) => [name, base[name] ?? null])) })

/** What was kept, laid over what the server holds now; what both changed meanwhile is contested. */
export const restore = (kept: Sheet, now: Values, read: Read): Edits => {
  const then = { ...noEdits({ ...now, ...kept.base }), typed: kept.typed }
  return isDirty(then) ? merge(then, now, read) : noEdits(now)
}
