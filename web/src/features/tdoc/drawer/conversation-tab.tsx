import type { Tdoc } from '@portal/contract/tdoc/answers'
import { EmptyState } from '../../../ui/message.tsx'
import { nameOf } from '../cells.tsx'

/** What people say to each other about a Tdoc. */
export const ConversationTab = ({ tdoc }: { tdoc: Tdoc }) => (
  <EmptyState title="No conversation here yet" why={`Comments on ${nameOf(tdoc)} will stand here.`} />
)
