import { type OpenWorkKind, openWorkKinds } from '@portal/contract/user/model'
import { problemsOf } from '../../../lib/call-error.ts'

/** The kinds of open work that a refusal asks to be handed over ('handOver.slr'). */
export const askedKinds = (error: unknown): OpenWorkKind[] => {
  const fields = problemsOf(error).map(({ field }) => field)
  return openWorkKinds.filter((kind) => fields.includes(`handOver.${kind}`))
}
